"""The server's OpenAPI document on standard output, for `npm run schema` to make src/schema.ts from."""

from __future__ import annotations

import json

from allaboard.server.app import create_app
from allaboard.server.settings import read_settings

if __name__ == "__main__":
    print(json.dumps(create_app(read_settings()).openapi()))

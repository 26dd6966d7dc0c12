/** Copies text; false where nobody may. Pages that are not encrypted, as in a home network, have no clipboard of the platform's: there a field that is
 * selected for a moment is copied. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copySelected(text);
  }
}

function copySelected(text: string): boolean {
  const before = document.activeElement as HTMLElement | null;
  const field = document.createElement("textarea");
  field.value = text;
  field.readOnly = true;
  field.style.cssText = "position: fixed; top: 0; opacity: 0";
  // What lies outside of an open dialog cannot be selected.
  (document.querySelector(":modal") ?? document.body).append(field);
  field.select();
  const copied = document.execCommand("copy");
  field.remove();
  before?.focus({ preventScroll: true });
  return copied;
}

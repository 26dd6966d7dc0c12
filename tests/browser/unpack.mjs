// Unpacks the Chromium of @sparticuz/chromium and the libraries it needs into TMPDIR; prints where the browser is.
// It unpacks the libraries only on machines that it takes for Amazon's, which have none of them either.
process.env.AWS_LAMBDA_JS_RUNTIME ??= "nodejs22.x";
const { default: chromium } = await import("@sparticuz/chromium");
console.log(await chromium.executablePath());

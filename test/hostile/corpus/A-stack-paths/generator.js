export default async function generate() {
  Error.prepareStackTrace = (error, frames) => frames.map((frame) => String(frame.getFileName()));
  console.log(new Error().stack.filter((name) => /^(file:|node:|[/])/.test(name)).length === 0);
}

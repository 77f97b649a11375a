export default async function generate(context) {
  console.log(context.settings.constructor.constructor('return typeof process')());
}

export default async function generate() {
  console.log(Reflect.construct(Function, ['return typeof process'])());
}

export default async function generate() {
  for (let i = 0; ; i += 1) void i;
}

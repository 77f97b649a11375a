export default async function generate() {
  @@RAW@@
}

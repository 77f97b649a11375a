export default async function generate() {}

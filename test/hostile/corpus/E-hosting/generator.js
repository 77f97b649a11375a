export default async function generate() {
  const quote = JSON.stringify;
  const paths = ["@@PAYLOAD@@"].flat();
  const files = paths.map((path) => ({ path, content: '' }));
  const result = quote({ operations: [{ kind: 'copyTemplates', files }], warnings: [] });
  JSON.stringify = () => result;
}

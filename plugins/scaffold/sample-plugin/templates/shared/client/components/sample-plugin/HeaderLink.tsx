export default function HeaderLink() {
  return (
    <a href="/sample-plugin" className="text-sm">
      Sample plugin
    </a>
  );
}

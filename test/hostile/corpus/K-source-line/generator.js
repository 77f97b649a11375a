export default function generate() {
  /* @@RAW@@ */ throw new Error('x');
}

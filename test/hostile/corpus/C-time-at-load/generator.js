for (;;);

export default function generate() {}

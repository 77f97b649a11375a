await new Promise(() => {});

export default function generate() {}

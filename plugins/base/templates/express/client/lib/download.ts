/** Saves data as a file on the user’s device. */
export function download(data: Blob, name: string): void {
  const address = URL.createObjectURL(data);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The browser reads the data after the click.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

/** Returns CSV with a byte order mark. Without the mark, Excel does not read the file as UTF-8. */
export function markedCsv(data: Blob | string): Blob {
  return new Blob(['\uFEFF', data], { type: 'text/csv' });
}

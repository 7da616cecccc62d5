/** Files to the user's disk, and names for them. */
export interface SavedFile {
  readonly name: string;
  readonly bytes: BlobPart;
}

/** One after the other: browsers drop downloads that begin together. */
export async function save(files: readonly SavedFile[]): Promise<void> {
  for (const [i, { name, bytes }] of files.entries()) {
    if (i > 0) await new Promise((next) => setTimeout(next, 400));
    const url = URL.createObjectURL(new Blob([bytes]));
    const link = document.createElement('a');
    link.href = url;
    link.download = name;
    link.click();
    // The browser has it by then; without this it would be kept as long as the page.
    setTimeout(() => URL.revokeObjectURL(url), 60_000);
  }
}

/** Saves files to the user's disk. */
export interface SavedFile {
  readonly name: string;
  readonly bytes: BlobPart;
}

/** Saves files one after the other: browsers drop downloads that begin together. */
export async function save(files: readonly SavedFile[]): Promise<void> {
  for (const [i, { name, bytes }] of files.entries()) {
    if (i > 0) await new Promise((next) => setTimeout(next, 400));
    const url = URL.createObjectURL(new Blob([bytes]));
    const link = document.createElement('a');
    link.href = url;
    link.download = name;
    link.click();
    // The browser has read it by then; without this it would stay in memory as long as the page.
    setTimeout(() => URL.revokeObjectURL(url), 60_000);
  }
}

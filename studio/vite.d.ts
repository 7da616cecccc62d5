/** What the build adds to the language: style sheets, and the pictures of the gallery by their address. */
declare module '*.css';

interface ImportMeta {
  glob(
    pattern: string,
    options: { eager: true; query: '?url'; import: 'default' },
  ): Readonly<Record<string, string>>;
}

declare module '*?raw' {
  const text: string;
  export default text;
}

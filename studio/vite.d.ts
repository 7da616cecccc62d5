/** Modules that the build adds: style sheets, and the addresses of the gallery's pictures. */
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

/** Keyboard shortcuts of a page. Parts register theirs, and the help page lists them. */
export interface Key {
  /** `KeyboardEvent.key`, a capital letter for one with Shift. The prefix `Mod+` means Ctrl or ⌘; `Shift+` is for arrows. */
  readonly key: string;
  readonly label: string;
  /** Chapter of the help page. */
  readonly group: string;
  /** Whether the key is active; default: always. */
  isOn?(): boolean;
  act(): void;
}

export class Keys {
  readonly #keys = new Map<string, Key>();

  constructor(ends: AbortSignal) {
    document.addEventListener('keydown', (event) => this.#press(event), { signal: ends });
  }

  get all(): readonly Key[] {
    return [...this.#keys.values()];
  }

  /** Registers keys. Throws if one is taken. */
  add(...keys: Key[]): void {
    for (const key of keys) {
      if (this.#keys.has(key.key)) throw new Error(`Key ${key.key} is already in use.`);
      this.#keys.set(key.key, key);
    }
  }

  #press(event: KeyboardEvent): void {
    const isModified = event.ctrlKey || event.metaKey;
    if (event.altKey || event.defaultPrevented || isTyping(event, isModified)) return;
    const name = event.key.length === 1 && isModified ? event.key.toLowerCase() : event.key;
    const shifted = event.shiftKey && (isModified || name.startsWith('Arrow')) ? `Shift+${name}` : name;
    const key = this.#keys.get(isModified ? `Mod+${shifted}` : shifted);
    if (!key || key.isOn?.() === false) return;
    event.preventDefault();
    key.act();
  }
}

/** Whether the focused element handles the key itself. */
function isTyping({ target, key }: KeyboardEvent, isModified: boolean): boolean {
  if (!(target instanceof HTMLElement) || document.querySelector('dialog[open]')) return true;
  if (target.isContentEditable || target instanceof HTMLTextAreaElement) return true;
  if (target instanceof HTMLInputElement)
    return target.type !== 'checkbox' && target.type !== 'radio' && !(isModified && target.type === 'range');
  if (target instanceof HTMLSelectElement) return !isModified && key !== 'Escape';
  // A focused button, link or disclosure handles Space itself.
  const presses = target.closest('button, a, summary, [role=tab], [role=slider]');
  const moves = target.closest('[role=slider], [role=tablist], [role=radiogroup]');
  if (moves && /^(Arrow|Home|End|Page)/.test(key)) return true;
  return presses !== null && (key === ' ' || key === 'Enter');
}

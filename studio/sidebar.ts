/** The side panels, one at a time behind tabs; on a narrow page a drawer at the foot. Each is loaded when first opened. */

import { h, type IconName, icon } from './elements.ts';
import type { Part, WorkbenchContext } from './workbench-context.ts';
import './sidebar.css';

export interface Tab<B = WorkbenchContext> {
  readonly id: string;
  readonly title: string;
  readonly icon: IconName;
  /** Opens the panel, or closes it if it is open. */
  readonly key: string;
  make(bench: B): Promise<Part>;
}

export class Sidebar<B extends Pick<WorkbenchContext, 'keys' | 'ends'> = WorkbenchContext> {
  readonly element: HTMLElement;
  /** Called when the size of the sidebar changes: opened, filled, closed. */
  onChange: () => void = () => {};
  readonly #bench: B;
  readonly #root: HTMLElement;
  readonly #body = h('div', { class: 'sidebar-body' });
  readonly #tabs = new Map<
    string,
    { tab: Tab<B>; button: HTMLButtonElement; panel: HTMLElement; part?: Part }
  >();
  readonly #sizes = new ResizeObserver(() => this.onChange());
  #open: string | undefined;

  /** `root` gets the attribute `data-sidebar`, open or closed, for the layout. */
  constructor(bench: B, tabs: readonly Tab<B>[], root: HTMLElement) {
    this.#bench = bench;
    this.#root = root;
    const list = h('div', { class: 'sidebar-tabs', role: 'tablist', 'aria-label': 'Panels' });
    for (const tab of tabs) {
      const button = h(
        'button',
        {
          type: 'button',
          role: 'tab',
          id: `tab-${tab.id}`,
          class: 'sidebar-tab',
          'aria-controls': `panel-${tab.id}`,
          'aria-selected': 'false',
          'aria-keyshortcuts': tab.key,
          title: `${tab.title} (${tab.key})`,
          onclick: () => this.toggle(tab.id),
        },
        icon(tab.icon),
        h('span', {}, tab.title),
      );
      const panel = h('div', {
        role: 'tabpanel',
        id: `panel-${tab.id}`,
        class: `sidebar-panel ${tab.id}-panel`,
        'aria-labelledby': `tab-${tab.id}`,
        hidden: true,
      });
      this.#tabs.set(tab.id, { tab, button, panel });
      list.append(button);
      this.#body.append(panel);
      bench.keys.add({ key: tab.key, label: tab.title, group: 'Panels', act: () => this.toggle(tab.id) });
    }
    list.addEventListener('keydown', (event) => this.#walk(event));
    this.element = h('aside', { class: 'panel sidebar', 'aria-label': 'Panels' }, list, this.#body);
    this.#sizes.observe(this.element);
    this.show(undefined);
  }

  get open(): string | undefined {
    return this.#open;
  }

  toggle(id: string): void {
    this.show(this.#open === id ? undefined : id);
  }

  show(id: string | undefined): void {
    this.#open = id;
    this.#root.dataset.sidebar = id === undefined ? 'closed' : 'open';
    this.#body.hidden = id === undefined;
    const first = this.#tabs.keys().next().value;
    for (const [name, { button, panel }] of this.#tabs) {
      const isShown = name === id;
      button.setAttribute('aria-selected', String(isShown));
      button.tabIndex = isShown || (id === undefined && name === first) ? 0 : -1;
      panel.hidden = !isShown;
    }
    if (id !== undefined) void this.#fill(id);
  }

  dispose(): void {
    this.#sizes.disconnect();
    for (const { part } of this.#tabs.values()) part?.dispose?.();
  }

  async #fill(id: string): Promise<void> {
    const entry = this.#tabs.get(id);
    if (!entry || entry.panel.dataset.state) return;
    entry.panel.dataset.state = 'loading';
    try {
      const part = await entry.tab.make(this.#bench);
      if (this.#bench.ends.aborted) {
        part.dispose?.();
        return;
      }
      entry.part = part;
      entry.panel.replaceChildren(part.element);
      entry.panel.dataset.state = 'ready';
    } catch (error) {
      delete entry.panel.dataset.state;
      const reason = error instanceof Error ? error.message : String(error);
      entry.panel.replaceChildren(
        h('p', { class: 'notice bad' }, `This panel could not be opened: ${reason}`),
      );
    }
  }

  /** Arrow keys move between tabs, as screen readers expect. */
  #walk(event: KeyboardEvent): void {
    const way = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (way === undefined) return;
    const all = [...this.#tabs.values()];
    const at = all.findIndex(({ button }) => button === document.activeElement);
    const next = all[(at + way + all.length) % all.length];
    event.preventDefault();
    next.button.focus();
    this.show(next.tab.id);
  }
}

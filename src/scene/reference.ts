/** The parameter table as a page of Markdown: one chapter for each group, one line for each parameter. */
import { materialPresets } from '../materials/presets.ts';
import { bodyFields, type ObjectField, type Parameter, sceneFields } from './parameter-rows.ts';

export function sceneReference(): string {
  const chapters = new Map<string, (Parameter | ObjectField)[]>();
  for (const row of sceneFields()) {
    const heading = row.group === 'Shape' && 'variant' in row ? `Shape: ${row.variant}` : row.group;
    chapters.set(heading, [...(chapters.get(heading) ?? []), row]);
  }
  const text = [...chapters].map(([heading, rows]) => chapter(heading, rows));
  return [...text, materialChapter()].join('\n\n');
}

/** Returns the parameters of a body of this model, for the model's page. */
export function modelReference(model: string): string {
  return table(bodyFields(model).filter(({ path }) => path !== 'model'));
}

/** Returns the parameters below one field of a scene, such as `contact`. */
export function fieldReference(field: string): string {
  return table(sceneFields().filter(({ path }) => path.startsWith(`${field}.`)));
}

function chapter(heading: string, rows: readonly (Parameter | ObjectField)[]): string {
  return [`### ${heading}`, '', table(rows)].join('\n');
}

function table(rows: readonly (Parameter | ObjectField)[]): string {
  const lines = rows.map((row) => ('object' in row ? objectLine(row) : parameterLine(row)));
  return [
    line(['path', 'unit', 'value', 'default', 'meaning']),
    rule(5),
    ...new Set(lines), // several models may have the same parameter
  ].join('\n');
}

function parameterLine(row: Parameter): string {
  return line([`\`${row.path}\``, row.unit, range(row), initial(row), row.help]);
}

function objectLine({ path, object, required, isOptional, help }: ObjectField): string {
  const start = required ? 'required' : isOptional ? '' : '`{}`';
  return line([`\`${path}\``, '', `object: see ${object}`, start, help]);
}

function range(row: Parameter): string {
  const choices = row.choices.map((choice) => `\`${choice}\``).join(', ');
  const numbers = row.type === 'text' && choices !== '' ? '' : numberRange(row);
  return [choices, numbers].filter((part) => part !== '').join(' or ');
}

function numberRange({ type, components, above, min, max }: Parameter): string {
  if (type === 'text' || type === 'list') return type;
  if (type === 'flag') return '`true`, `false`';
  if (type === 'mixed' && min === undefined) return 'see meaning';
  const bounds = [
    above === undefined ? '' : `> ${figure(above)}`,
    min === undefined ? '' : `≥ ${figure(min)}`,
    max === undefined ? '' : `≤ ${figure(max)}`,
  ].filter((bound) => bound !== '');
  const noun = type === 'number' ? 'number' : 'whole number';
  return [components === undefined ? noun : `${components} ${noun}s`, bounds.join(', ')].join(' ').trim();
}

/** Formats round powers of ten as 1e9. */
function figure(value: number): string {
  const short = value.toExponential().replace('+', '');
  return Math.abs(value) >= 1e5 && Number(short) === value && short.length < 6 ? short : String(value);
}

function initial(row: Parameter): string {
  if (row.required) return 'required';
  return row.default === undefined ? '' : `\`${JSON.stringify(row.default)}\``;
}

function materialChapter(): string {
  const lines = Object.entries(materialPresets).map(([name, { title, values }]) => {
    const { density, stretch, shear, bend, rigidity, poisson, thickness } = values;
    const numbers = [density, stretch, shear, bend, rigidity, poisson, thickness].map(({ value }) =>
      String(Number(value.toPrecision(4))),
    );
    return line([`\`${name}\``, title, ...numbers]);
  });
  const head = [
    'name',
    'material',
    'density kg/m²',
    'stretch N/m',
    'shear N/m',
    'bend N/m',
    'rigidity N·m',
    'Poisson',
    'thickness m',
  ];
  return ['### Material presets', '', line(head), rule(head.length), ...lines].join('\n');
}

function line(cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
}

function rule(columns: number): string {
  return `|${' --- |'.repeat(columns)}`;
}

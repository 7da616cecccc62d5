/**
 * The parameter table as Markdown, for docs/scene-format.md and the pages of the models. Functions take rows of `sceneFields` or
 * `bodyFields` (src/scene/parameter-rows.ts).
 */

/** Returns one chapter for each group of the scene's rows, and one of the material presets. */
export function sceneReference(fields, presets) {
  const chapters = new Map();
  for (const row of fields) {
    const heading = row.group === 'Shape' && 'variant' in row ? `Shape: ${row.variant}` : row.group;
    chapters.set(heading, [...(chapters.get(heading) ?? []), row]);
  }
  const text = [...chapters].map(([heading, rows]) => [`### ${heading}`, '', table(rows)].join('\n'));
  return [...text, materialChapter(presets)].join('\n\n');
}

/** Returns the parameters of a body, for its model's page. */
export function modelReference(fields) {
  return table(fields.filter(({ path }) => path !== 'model'));
}

/** Returns the parameters below one field of a scene, such as `contact`. */
export function fieldReference(fields, field) {
  return table(fields.filter(({ path }) => path.startsWith(`${field}.`)));
}

function table(rows) {
  const lines = rows.map((row) => ('object' in row ? objectLine(row) : parameterLine(row)));
  return [
    line(['path', 'unit', 'value', 'default', 'meaning']),
    rule(5),
    ...new Set(lines), // several models may have the same parameter
  ].join('\n');
}

function parameterLine(row) {
  return line([`\`${row.path}\``, row.unit, range(row), initial(row), row.help]);
}

function objectLine({ path, object, required, isOptional, help }) {
  const start = required ? 'required' : isOptional ? '' : '`{}`';
  return line([`\`${path}\``, '', `object: see ${object}`, start, help]);
}

function range(row) {
  const choices = row.choices.map((choice) => `\`${choice}\``).join(', ');
  const numbers = row.type === 'text' && choices !== '' ? '' : numberRange(row);
  return [choices, numbers].filter((part) => part !== '').join(' or ');
}

function numberRange({ type, components, above, min, max }) {
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
function figure(value) {
  const short = value.toExponential().replace('+', '');
  return Math.abs(value) >= 1e5 && Number(short) === value && short.length < 6 ? short : String(value);
}

function initial(row) {
  if (row.required) return 'required';
  return row.default === undefined ? '' : `\`${JSON.stringify(row.default)}\``;
}

function materialChapter(presets) {
  const columns = {
    density: 'density kg/m²',
    stretch: 'stretch N/m',
    shear: 'shear N/m',
    bend: 'bend N/m',
    rigidity: 'rigidity N·m',
    poisson: 'Poisson',
    thickness: 'thickness m',
  };
  const lines = Object.entries(presets).map(([name, { title, values }]) => {
    const numbers = Object.keys(columns).map((key) => String(Number(values[key].value.toPrecision(4))));
    return line([`\`${name}\``, title, ...numbers]);
  });
  const head = ['name', 'material', ...Object.values(columns)];
  return ['### Material presets', '', line(head), rule(head.length), ...lines].join('\n');
}

function line(cells) {
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
}

function rule(columns) {
  return `|${' --- |'.repeat(columns)}`;
}

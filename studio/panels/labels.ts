/** Labels of fields and choices, derived from their keys, with a few exceptions. */

const LABELS: Readonly<Record<string, string>> = {
  'Engine.name': 'Engine',
  'Air.density': 'Air density',
  'Heat.mode': 'Heat',
  'Heat.oven': 'Oven',
  dt: 'Frame length',
  seconds: 'Run length',
  substeps: 'Sub-steps',
  name: 'Name',
  poisson: 'Poisson’s ratio',
  young: 'Young’s modulus',
  rigidity: 'Flexural rigidity',
  points: 'Particles per side',
  at: 'Where',
  to: 'To',
  layerDistance: 'Layer spacing',
  soundSpeed: 'Speed of sound',
  airLoss: 'Heat loss to the air',
  gustPeriod: 'Gust period',
  viscoelastic: 'Creep',
  self: 'Self-contact',
  edges: 'Edges and corners',
  matter: 'Matter on sheets',
  paper: 'Source',
  about: 'Description',
  id: 'Short name',
  pascals: 'Pressure',
  plane: 'In the plane',
};

/** Returns the label of a key: `gustPeriod` → `Gust period`. `holder`: title of the object with the field. */
export function labelOf(key: string, holder = ''): string {
  const known = [`${holder}.${key}`, key].find((name) => Object.hasOwn(LABELS, name));
  if (known) return LABELS[known];
  const words = key.replace(/([a-z])([A-Z])/g, (_, end, start) => `${end} ${start.toLowerCase()}`);
  return capital(words.replaceAll('-', ' '));
}

/** Returns the label of the field at a path: `bodies[0].material.density` → `Density`. Other text is unchanged. */
export function pathWords(path: string): string {
  const keys = path.split(/[.[]/).filter((part) => !/^\d+\]$/.test(part));
  const holder = keys.length > 1 ? labelOf(keys[keys.length - 2]) : '';
  return labelOf(keys[keys.length - 1] ?? path, holder);
}

const CHOICES: Readonly<Record<string, string>> = {
  rk4: 'Runge–Kutta 4',
  rk45: 'Runge–Kutta 4(5), adaptive',
  'euler-cromer': 'Euler–Cromer',
  'euler-richardson': 'Euler–Richardson',
  'implicit-euler': 'Implicit Euler',
  sdirk2: 'SDIRK 2, implicit',
  samm: 'SaMM',
  slamm: 'SLaMM',
  slamm2: 'SLaMM 2',
  trimm: 'TRiMM',
  'kelvin-voigt': 'Kelvin–Voigt',
  si: 'SI',
  cgs: 'CGS',
};

/** Returns the label of a choice; numbers in the names of presets are thicknesses in mm. */
export function choiceLabel(choice: string): string {
  const known = Object.hasOwn(CHOICES, choice) ? CHOICES[choice] : undefined;
  if (known) return known;
  const thick = choice.match(/^(.+?)-(\d+(?:\.\d+)?)$/);
  return thick
    ? `${capital(thick[1].replaceAll('-', ' '))}, ${thick[2]} mm`
    : capital(choice.replaceAll('-', ' '));
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

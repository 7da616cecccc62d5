/** The Scene and Plots tabs in a real browser: parameters change the run, say what became of them, and lines follow it. */
import { beforeEach, describe, expect, it } from 'vitest';
import { faults } from './axe.ts';
import { address, openStudioPage, page } from './opening.ts';
import { eventually } from './watched-page.ts';

openStudioPage({ perTest: true, viewport: { width: 1100, height: 800 } });
beforeEach(async () => {
  await page.goto(`${address}#flag`);
  await eventually(() => page.locator('.timeline').getAttribute('max').then(Number)).toBeGreaterThan(8);
  await page.keyboard.press(' ');
});

const field = (path: string) => page.locator(`.field[data-path="${path}"]`);
const stateOf = (path: string) => field(path).getAttribute('data-state');

describe('the Scene tab', () => {
  it('changes the run at once, waits for a restart where it must, refuses what cannot be, and is undone', async () => {
    await page.keyboard.press('s');
    const density = page.getByRole('textbox', { name: 'Density kg/m²' });
    await density.fill('0,3');
    await density.press('Enter');
    await eventually(() => stateOf('bodies[0].material.density')).toBe('live');

    await page.locator('summary', { hasText: 'Shape and place' }).click();
    const rows = page.getByLabel('Particles per side y', { exact: true });
    await rows.fill('12');
    await rows.press('Enter');
    await eventually(() => stateOf('bodies[0].points')).toBe('restart');
    expect(await page.locator('.restart-bar').textContent()).toContain('One change waits for a restart.');
    expect(await rows.inputValue()).toBe('12');

    const thickness = page.getByRole('textbox', { name: 'Thickness m' });
    await thickness.fill('7');
    await thickness.press('Enter');
    await eventually(() => stateOf('bodies[0].material.thickness')).toBe('refused');
    expect(await field('bodies[0].material.thickness').getByRole('alert').textContent()).toContain(
      'must be <= 1, got 7',
    );
    await thickness.press('Escape');
    expect(await thickness.inputValue()).toBe('0.001');

    await page.getByRole('button', { name: 'Restart' }).last().click();
    await eventually(() => page.locator('.restart-bar').isHidden()).toBe(true);
    await page.getByRole('button', { name: 'Undo: Particles per side' }).click();
    await eventually(() => rows.inputValue()).toBe('33');
    await page.getByRole('button', { name: 'Undo: Density' }).click();
    await eventually(() => density.inputValue()).toBe('0.15');
    expect(await faults(page, '.sidebar')).toEqual([]);
  });

  it('is searched, slid by keys as one change, and grows by a collider', async () => {
    await page.keyboard.press('s');
    await page.getByRole('searchbox').fill('wind');
    const slider = page.getByRole('slider', { name: 'Wind x, slider' });
    await slider.focus();
    for (let i = 0; i < 4; i++) await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Tab');
    await eventually(() => stateOf('air.wind')).toBe('live');
    expect(Number(await page.getByLabel('Wind x', { exact: true }).inputValue())).toBeGreaterThan(0);

    await page.getByRole('searchbox').fill('');
    await page.locator('summary', { hasText: 'Colliders' }).click();
    await page.getByRole('button', { name: 'Add collider' }).click();
    await eventually(() => page.locator('.entry .card-name', { hasText: /^collider$/ }).count()).toBe(1);
    await page.getByRole('button', { name: 'Remove collider' }).first().click();
    await eventually(() => page.locator('.entry .card-name', { hasText: /^collider$/ }).count()).toBe(0);
  });
});

describe('the Plots tab', () => {
  it('draws the run, goes where it is pressed, and is a table too', async () => {
    await page.keyboard.press('p');
    await page.waitForSelector('.line-plot canvas');
    const energy = page.locator('[data-plot=energy]');
    await eventually(() => energy.locator('.line-plot').getAttribute('aria-label')).toMatch(
      /kinetic from .* to /,
    );
    expect(await page.locator('[data-plot=temperature]').isHidden()).toBe(true);

    const box = (await energy.locator('.u-over').boundingBox())!;
    await page.mouse.click(box.x + 0.5 * box.width, box.y + 0.5 * box.height);
    const shown = () => page.locator('.timeline').inputValue().then(Number);
    const last = () => page.locator('.timeline').getAttribute('max').then(Number);
    await eventually(async () => Math.abs((await shown()) / (await last()) - 0.5)).toBeLessThan(0.15);

    await page.getByText('Table', { exact: true }).click();
    expect(await page.locator('.sample-table thead th').allTextContents()).toEqual([
      'Time s',
      'kinetic J',
      'potential J',
      'total J',
    ]);
    await page.locator('.time-button').first().click();
    await eventually(shown).toBeLessThanOrEqual(1);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'CSV' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('flag-plots.csv');
    expect(await faults(page, '.sidebar')).toEqual([]);
  });
});

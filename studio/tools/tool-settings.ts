/** Settings of the tools; lengths are shares of the scene's size. */
import { type Signal, signal } from '@preact/signals-core';

export interface ToolSettings {
  /** Radius over the extent of the scene. */
  readonly radius: Signal<number>;
  /** Temperature of the heat gun, °C. */
  readonly temperature: Signal<number>;
  /** Speed of the blower, m/s. */
  readonly speed: Signal<number>;
  /** Density of a ball, kg/m³. */
  readonly mass: Signal<number>;
  readonly firm: Signal<boolean>;
  readonly unpins: Signal<boolean>;
}

export function toolSettings(): ToolSettings {
  return {
    radius: signal(0.05),
    temperature: signal(200),
    speed: signal(8),
    mass: signal(300),
    firm: signal(false),
    unpins: signal(false),
  };
}

export interface Slider {
  readonly label: string;
  readonly min: number;
  readonly max: number;
  /** Whether the slider is logarithmic, for ranges over more than a power of ten. */
  readonly isLogarithmic: boolean;
}

export const SLIDERS: Record<'radius' | 'temperature' | 'speed' | 'mass', Slider> = {
  radius: { label: 'Radius', min: 0.008, max: 0.3, isLogarithmic: true },
  temperature: { label: 'Air', min: 40, max: 600, isLogarithmic: false },
  speed: { label: 'Speed', min: 1, max: 40, isLogarithmic: true },
  mass: { label: 'Density', min: 20, max: 8000, isLogarithmic: true },
};

export const SWITCHES: Record<'firm' | 'unpins', string> = {
  firm: 'Hold firmly',
  unpins: 'Unpin instead',
};

/** Returns the position along the slider, 0 to 1. */
export function placeOn({ min, max, isLogarithmic }: Slider, value: number): number {
  return isLogarithmic ? Math.log(value / min) / Math.log(max / min) : (value - min) / (max - min);
}

export function valueAt({ min, max, isLogarithmic }: Slider, place: number): number {
  const at = Math.min(1, Math.max(0, place));
  return isLogarithmic ? min * (max / min) ** at : min + at * (max - min);
}

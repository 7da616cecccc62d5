export { type HeatBalance, heatBalance } from './balance.ts';
export { Conduction, type HeatLink } from './conduction.ts';
export {
  HEAT_INTERVAL,
  type HeatBody,
  HeatExchange,
  type HeatFace,
  type HeatOptions,
  type HotBody,
} from './exchange.ts';
export { HeatGun, type HeatGunAim } from './heat-gun.ts';
export {
  createHeater,
  type Heater,
  type HeaterOptions,
  type TemperatureKeyframe,
  temperatureAt,
} from './heater.ts';
export { type Blocked, STEFAN_BOLTZMANN } from './radiation.ts';
export { areaVector, discPolygon, type Polygon, rectanglePolygon, ViewFactor } from './view-factor.ts';

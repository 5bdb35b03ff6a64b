/**
 * What a rule can be about. `weight`, `temperature` and `humidity` are the hive's own, `transmitter…` those of its transmitter; `air…`,
 * `rain`, `wind` and `pressure` are its hourly weather.
 */
export const ruleQuantities = [
  'weight',
  'temperature',
  'humidity',
  'transmitterTemperature',
  'transmitterHumidity',
  'battery',
  'airTemperature',
  'airHumidity',
  'rain',
  'wind',
  'pressure',
] as const
export type RuleQuantity = (typeof ruleQuantities)[number]

export const weatherQuantities = [
  'airTemperature',
  'airHumidity',
  'rain',
  'wind',
  'pressure',
] as const satisfies readonly RuleQuantity[]
export type WeatherQuantity = (typeof weatherQuantities)[number]

export const isOfWeather = (quantity: RuleQuantity): quantity is WeatherQuantity =>
  weatherQuantities.some((one) => one === quantity)

/**
 * `perUnit`: values are judged as whole numbers, this many per `unit`. `margin`: how far, in those numbers, a value has to come back before
 * an episode is over. `minimum` and `maximum` are in the unit.
 */
type QuantityForm = {
  unit: string
  digits: number
  perUnit: number
  margin: number
  minimum: number
  maximum: number
}

export const ruleQuantityForms: Record<RuleQuantity, QuantityForm> = {
  weight: { unit: 'kg', digits: 2, perUnit: 1000, margin: 100, minimum: -50, maximum: 500 },
  temperature: { unit: '°C', digits: 1, perUnit: 100, margin: 50, minimum: -60, maximum: 100 },
  humidity: { unit: '%', digits: 1, perUnit: 10, margin: 20, minimum: 0, maximum: 100 },
  transmitterTemperature: { unit: '°C', digits: 1, perUnit: 100, margin: 50, minimum: -60, maximum: 100 },
  transmitterHumidity: { unit: '%', digits: 1, perUnit: 10, margin: 20, minimum: 0, maximum: 100 },
  battery: { unit: 'V', digits: 2, perUnit: 1000, margin: 30, minimum: 0, maximum: 20 },
  airTemperature: { unit: '°C', digits: 1, perUnit: 100, margin: 50, minimum: -60, maximum: 60 },
  airHumidity: { unit: '%', digits: 0, perUnit: 10, margin: 20, minimum: 0, maximum: 100 },
  rain: { unit: 'mm/h', digits: 1, perUnit: 10, margin: 2, minimum: 0, maximum: 200 },
  wind: { unit: 'm/s', digits: 1, perUnit: 100, margin: 50, minimum: 0, maximum: 100 },
  pressure: { unit: 'hPa', digits: 0, perUnit: 100, margin: 50, minimum: 800, maximum: 1100 },
}

/** Measured separately for each hive; everything else is the same for all hives of a transmitter. */
const hiveQuantities: readonly string[] = ['weight', 'temperature', 'humidity', 'silence']
export const isOfHive = (quantity: RuleQuantity | 'silence'): boolean => hiveQuantities.includes(quantity)

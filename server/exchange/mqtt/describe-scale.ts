import type { AlarmType } from '#domain/alerts/alarm.ts'
import { alarmTypes } from '#domain/alerts/alarm-types.ts'
import type { DashboardController, DashboardScale } from '#domain/insight/dashboard.ts'
import { defined } from '#domain/platform/defined.ts'
import type { Locale } from '#domain/platform/locale.ts'
import type { Site } from '../../platform/http/site-address.ts'
import { translate } from '../../platform/runtime/translate.ts'

/** What is published about a scale: `config` to the discovery topic, `state` to its own. */
export type Described = { configTopic: string; config: object; stateTopic: string; state: object }

export type Naming = {
  /** The prefix of Home Assistant's MQTT discovery: `homeassistant`. */
  prefix: string
  /** Distinguishes installations on the same broker. */
  installation: string
  statusTopic: string
  version: string
}

const number = (device_class: string, unit_of_measurement: string, more: object = {}) => ({
  p: 'sensor',
  device_class,
  unit_of_measurement,
  state_class: 'measurement',
  ...more,
})
const diagnostic = { entity_category: 'diagnostic' }
/** How each type of alarm is presented. */
const alarmClasses: Record<AlarmType, object> = {
  swarm: { device_class: 'problem' },
  disturbance: { device_class: 'tamper' },
  activity: { device_class: 'problem' },
  stores: { device_class: 'problem' },
  winter: { device_class: 'problem' },
  queen: { device_class: 'problem' },
  silence: { device_class: 'problem', ...diagnostic },
  battery: { device_class: 'battery', ...diagnostic },
  subscription: { device_class: 'problem', ...diagnostic },
  rule: { device_class: 'problem' },
}

/**
 * Describes a scale as a device of Home Assistant (its MQTT discovery for devices, from 2024.11): weight, 24 h gain, temperature, humidity,
 * the transmitter's battery and signal, and a binary sensor for each alarm. Entities without a name get that of their class, in the language
 * of Home Assistant.
 */
export function describeScale(
  {
    scale,
    controller,
    alarms,
  }: { scale: DashboardScale; controller: DashboardController; alarms: ReadonlySet<AlarmType> },
  { accountId, language, site }: { accountId: number; language: Locale; site: Site },
  { prefix, installation, statusTopic, version }: Naming,
): Described {
  const id = `hivewatch_${installation}_scale_${scale.id}`
  const name = (key: 'battery' | 'gain') => translate(language, `home-assistant.${key}`)
  const weighs = scale.type === 'weight'
  const fields = {
    weight: number('weight', 'kg', { suggested_display_precision: 2 }),
    gain_24h: number('weight', 'kg', { name: name('gain'), suggested_display_precision: 2 }),
    temperature: number('temperature', '°C'),
    humidity: number('humidity', '%'),
    battery: number('voltage', 'V', { name: name('battery'), ...diagnostic }),
    signal: number('signal_strength', 'dBm', diagnostic),
  }
  const components = Object.entries(fields).map(([field, described]) => {
    // a thermometer that was a scale before loses the entities it no longer has
    if (!weighs && (field === 'weight' || field === 'gain_24h')) return [field, { p: 'sensor' }] as const
    return [field, { ...described, unique_id: `${id}_${field}`, value_template: `{{ value_json.${field} }}` }] as const
  })
  const binary = alarmTypes.map((type) => {
    const field = `alarm_${type}`
    const described = { p: 'binary_sensor', name: translate(language, `alarm.type.${type}`), ...alarmClasses[type] }
    return [field, { ...described, unique_id: `${id}_${field}`, value_template: `{{ value_json.${field} }}` }] as const
  })
  const stateTopic = `hivewatch/account/${accountId}/scale/${scale.id}/state`
  return {
    configTopic: `${prefix}/device/${id}/config`,
    config: {
      dev: {
        ids: [id],
        name: scale.name,
        mf: site.name,
        mdl: controller.name,
        sa: controller.name,
        ...(controller.softwareVersion === null ? {} : { sw: controller.softwareVersion }),
        ...(site.origin === undefined ? {} : { cu: `${site.origin}/dashboard` }),
      },
      o: { name: site.name, sw: version, ...defined({ url: site.origin }) },
      cmps: Object.fromEntries([...components, ...binary]),
      state_topic: stateTopic,
      availability: [{ topic: statusTopic }],
      qos: 1,
    },
    stateTopic,
    state: {
      weight: weighs ? (scale.last?.weight ?? null) : null,
      gain_24h: weighs ? scale.change24h : null,
      temperature: scale.last?.temperature ?? null,
      humidity: scale.last?.humidity ?? null,
      battery: controller.battery,
      signal: controller.signal,
      time: scale.last?.time ?? null,
      weight_time: weighs ? (scale.last?.weightTime ?? null) : null,
      temperature_time: scale.last?.temperatureTime ?? null,
      humidity_time: scale.last?.humidityTime ?? null,
      ...Object.fromEntries(alarmTypes.map((type) => [`alarm_${type}`, alarms.has(type) ? 'ON' : 'OFF'])),
    },
  }
}

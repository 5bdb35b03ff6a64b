import { FUTURE_TOLERANCE_SECONDS } from '#domain/hives/reading.ts'

/** What was measured later counts; a time ahead of the clock was measured by a wrong clock. */
const IS_LATER = `(w.measured >= coalesce(c.station_measured_at, 0)
  or c.station_measured_at > w.seen / 1000 + ${FUTURE_TOLERANCE_SECONDS})`

const newest = (column: string, said: string) =>
  `${column} = case when ${IS_LATER} then coalesce(w.${said}, c.${column}) else coalesce(c.${column}, w.${said}) end`

/** How a controller `c` is updated with what was last reported, `w`: seen, measured, battery, chip, signal, version, and whether it is past. */
export const TOUCHED = `last_seen_at = case when w.past = 1 and c.last_seen_at > w.seen then c.last_seen_at else w.seen end,
  software_version = coalesce(w.version, c.software_version),
  ${newest('battery_mv', 'battery')}, ${newest('chip_temperature_centi', 'chip')}, ${newest('signal_dbm', 'signal')},
  station_measured_at = case when ${IS_LATER} then w.measured else c.station_measured_at end`

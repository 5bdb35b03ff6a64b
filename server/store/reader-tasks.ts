import { readBatteries } from '../alerts/alarms/transmitters/read-batteries.ts'
import { readLateScales } from '../alerts/alarms/transmitters/read-late-scales.ts'
import { replayChunk } from '../alerts/rule-replay/replay-chunk.ts'
import { createReadRuleEpisodes } from '../alerts/rules/read-rule-episodes.ts'
import { readSpacings } from '../alerts/rules/read-spacings.ts'
import { readRawWeightsText, readSeriesText } from '../exchange/account-removal/read-series-text.ts'
import { readV1Readings } from '../exchange/api-v1/read-v1-readings.ts'
import { readVitals } from '../hives/doctor/read-vitals.ts'
import { readMidnightValues } from '../hives/timeline/read-midnight-values.ts'
import { readRebuild } from '../hives/timeline/read-rebuild.ts'
import { readTemperature } from '../hives/timeline/read-temperature.ts'
import { readThin } from '../hives/timeline/read-thin.ts'
import { readTimeline } from '../hives/timeline/read-timeline.ts'
import { readTimelinePart } from '../hives/timeline/read-timeline-part.ts'
import { readAnalysis } from '../insight/analysis/read-analysis.ts'
import { readGains } from '../insight/analysis/read-gains.ts'
import { findChangedMonths } from '../insight/averages/find-changed-months.ts'
import { readRegionMonth } from '../insight/averages/read-region-month.ts'
import { readDashboard } from '../insight/dashboard/read-dashboard.ts'
import { readExportPart, readSheetPart } from '../insight/exports/read-export-part.ts'
import { readHeatmapMap } from '../insight/heatmap/read-heatmap-map.ts'
import { readHints } from '../insight/hints/read-hints.ts'
import { readSeason, readSeasonNews, readSeasonWeek } from '../insight/season/read-season.ts'
import { readAir } from '../insight/weather/read-air.ts'
import { readGrassland } from '../insight/weather/read-grassland.ts'
import { readWeather } from '../insight/weather/read-weather.ts'
import { readFleet } from '../operations/fleet/read-fleet.ts'

/** What a reader thread runs as a whole, close to the data, on one snapshot. */
export const readerTasks = {
  analysis: readAnalysis,
  gains: readGains,
  season: readSeason,
  seasonNews: readSeasonNews,
  hints: readHints,
  seasonWeek: readSeasonWeek,
  replayChunk,
  ruleEpisodes: createReadRuleEpisodes(readAir),
  spacings: readSpacings,
  timeline: readTimeline,
  timelinePart: readTimelinePart,
  midnightValues: readMidnightValues,
  changedMonths: findChangedMonths,
  regionMonth: readRegionMonth,
  temperature: readTemperature,
  dashboard: readDashboard,
  batteries: readBatteries,
  lateScales: readLateScales,
  fleet: readFleet,
  vitals: readVitals,
  seriesText: readSeriesText,
  rawWeightsText: readRawWeightsText,
  exportPart: readExportPart,
  sheetPart: readSheetPart,
  rebuild: readRebuild,
  thin: readThin,
  weather: readWeather,
  grassland: readGrassland,
  heatmapMap: readHeatmapMap,
  v1Readings: readV1Readings,
}

export type ReaderTasks = typeof readerTasks

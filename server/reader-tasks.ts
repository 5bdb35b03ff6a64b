import { readSeriesText } from './account-removal/read-series-text.ts'
import { readBatteries } from './alarms/read-batteries.ts'
import { readAnalysis } from './analysis/read-analysis.ts'
import { readGains } from './analysis/read-gains.ts'
import { readV1Readings } from './api-v1/read-v1-readings.ts'
import { findChangedMonths } from './averages/find-changed-months.ts'
import { readRegionMonth } from './averages/read-region-month.ts'
import { readVitals } from './controllers/read-vitals.ts'
import { readDashboard } from './dashboard/read-dashboard.ts'
import { readExportPart, readSheetPart } from './exports/read-export-part.ts'
import { readFleet } from './fleet/read-fleet.ts'
import { readHeatmapMap } from './heatmap/read-heatmap-map.ts'
import { replayChunk } from './rule-replay/replay-chunk.ts'
import { readMidnightValues } from './timeline/read-midnight-values.ts'
import { readRebuild } from './timeline/read-rebuild.ts'
import { readTemperature } from './timeline/read-temperature.ts'
import { readThin } from './timeline/read-thin.ts'
import { readTimeline } from './timeline/read-timeline.ts'
import { readTimelinePart } from './timeline/read-timeline-part.ts'
import { readGrassland } from './weather/read-grassland.ts'
import { readWeather } from './weather/read-weather.ts'

/** What a reader thread does as a whole, beside the data, on one snapshot. */
export const readerTasks = {
  analysis: readAnalysis,
  gains: readGains,
  replayChunk,
  timeline: readTimeline,
  timelinePart: readTimelinePart,
  midnightValues: readMidnightValues,
  changedMonths: findChangedMonths,
  regionMonth: readRegionMonth,
  temperature: readTemperature,
  dashboard: readDashboard,
  batteries: readBatteries,
  fleet: readFleet,
  vitals: readVitals,
  seriesText: readSeriesText,
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

/** What is looked at closely. Loaded as one piece. */

export { DueLine } from '../../features/alerts/courses/due-line.tsx'
export { AlarmsPage } from '../_signed-in/-alarms-page.tsx'
export { AnalysisPage } from '../_signed-in/-analysis-page.tsx'
export { ExportPage } from '../_signed-in/-export-page.tsx'
export { HeatmapPage } from '../_signed-in/-heatmap-page.tsx'
export { LinkedAlarmPart } from '../_signed-in/-linked-alarm-part.tsx'
export { NotePart } from '../_signed-in/-note-part.tsx'
export { OutboxPage } from '../_signed-in/-outbox-page.tsx'
export { HivePage } from '../-hive/hive-page.tsx'
export { SharedPage } from '../-shared/shared-page.tsx'
export { TimelinePage } from '../-timeline/timeline-page.tsx'
export { VisitPage } from '../-visit/visit-page.tsx'

import { QueryClientProvider } from '@tanstack/react-query'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Diagnosis } from '#domain/hives/doctor/device-doctor.ts'
import { sampleController } from '../../../../../tests/support/samples/sample-controller.ts'
import { noPoints } from '../../../../charts/points/points.ts'
import { createQueryClient } from '../../../../offline/query-cache.ts'
import { renderWithMessages } from '../../../../ui/render-with-messages.tsx'
import { doctorQuery } from './doctor-query.ts'
import { VitalsCard } from './vitals-card.tsx'
import { lastDays, vitalsQuery } from './vitals-query.ts'

const at = '2026-05-20T10:20:00.000Z'
const now = Date.parse(at)

test.each([
  { daysLeft: null, hasTrend: false, says: /V\. How long it lasts will show/ },
  { daysLeft: null, hasTrend: true, says: /V and is holding/ },
  { daysLeft: 5, hasTrend: true, says: /5 more days/ },
])('a battery, $daysLeft days left, trend $hasTrend', ({ says, ...trend }) => {
  const client = createQueryClient()
  client.setDefaultOptions({ queries: { enabled: false } })
  const diagnosis: Diagnosis = { state: 'fine', lastSeen: at, battery: { volts: 3.91, ...trend }, findings: [] }
  client.setQueryData(doctorQuery(1).queryKey, diagnosis)
  const vitals = { battery: noPoints, signal: noPoints }
  client.setQueryData(vitalsQuery(1, lastDays(14, at, now), 'hour').queryKey, vitals)
  const controller = { ...sampleController, lastUpdate: at }
  renderWithMessages(
    <QueryClientProvider client={client}>
      <VitalsCard controller={controller} now={() => now} />
    </QueryClientProvider>,
  )
  expect(screen.getByText(/^The battery has 3.91/).textContent).toMatch(says)
})

import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { ApiError, OfflineError } from '../../../../api/api-error.ts'
import { makePoints, noPoints } from '../../../../charts/points/points.ts'
import { renderWithMessages } from '../../../../ui/render-with-messages.tsx'
import { CurvesMissing } from './curves-missing.tsx'

const some = makePoints(Float64Array.of(1, 2), Float64Array.of(40, 41))
const offline = new OfflineError(undefined)

test.each([
  [
    'without a network where nothing was loaded',
    offline,
    noPoints,
    'No network',
    'This has never been loaded on this device.',
  ],
  ['without a network where a part was', offline, some, 'No network', 'What is shown may be incomplete.'],
  [
    'that the server failed on',
    new ApiError(500, ''),
    noPoints,
    'Error while loading chart data',
    'What is shown may be incomplete.',
  ],
])('curves %s are reported missing for that reason', (_, error, points, title, words) => {
  renderWithMessages(<CurvesMissing data={{ error, points: new Map([['1.weight', points]]), retry: () => {} }} />)
  expect(screen.getByText(title)).toBeDefined()
  expect(screen.getByText(words)).toBeDefined()
  expect(screen.getByRole('button', { name: 'Try again' })).toBeDefined()
})

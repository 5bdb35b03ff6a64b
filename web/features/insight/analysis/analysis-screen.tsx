import { ArrowLeft, Printer } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import type { Analysis } from '#domain/insight/analysis.ts'
import { FormattedMessage, useIntl } from '../../../i18n/intl.tsx'
import { Button } from '../../../ui/button.tsx'
import { SegmentedControl } from '../../../ui/fields/segmented-control.tsx'
import { Select } from '../../../ui/fields/select.tsx'
import { Page, Row, Stack } from '../../../ui/layout/layout.tsx'
import { Heading } from '../../../ui/layout/text.tsx'
import { useKeptFocus } from '../../../ui/use-kept-focus.ts'
import type { AnalysisSearch } from './analysis-search.ts'

/** The frame of the analysis: the year, the season or the rules, and the chosen scale. */
export function AnalysisScreen({
  search,
  onSearch,
  analysis,
  children,
}: {
  search: AnalysisSearch
  onSearch: (changes: Partial<AnalysisSearch>) => void
  /** Undefined until loaded. */
  analysis: Analysis | undefined
  children: ReactNode
}) {
  const intl = useIntl()
  const chosen = analysis?.scales.find(({ scaleId }) => scaleId === search.scale)
  const view = search.view ?? 'season'
  // keeps the years available to choose from while another year is loading or fails to load
  const years = useRef<readonly number[]>([])
  if (analysis) years.current = analysis.years
  const year = analysis?.year ?? search.year
  const place = useRef<HTMLDivElement>(null)
  useKeptFocus(place, search.scale)
  return (
    <Page title={<FormattedMessage id="analysis.title" />} lead={<FormattedMessage id="analysis.lead" />}>
      <Stack>
        <Row gap={4} align="end">
          <SegmentedControl
            label={<FormattedMessage id="analysis.view" />}
            labelHidden
            value={view}
            onChange={(next) => onSearch({ view: next === 'rules' ? 'rules' : undefined, scale: undefined })}
            segments={[
              { value: 'season', label: <FormattedMessage id="analysis.view.season" /> },
              { value: 'rules', label: <FormattedMessage id="analysis.view.rules" /> },
            ]}
          />
          {view === 'season' && year !== undefined && years.current.length > 0 && (
            <Select
              label={<FormattedMessage id="analysis.year" />}
              labelHidden
              value={String(year)}
              onChange={({ target }) => onSearch({ year: Number(target.value) })}
              options={years.current.toReversed().map((year) => ({
                value: String(year),
                label: intl.formatMessage({ id: 'analysis.season' }, { year: String(year) }),
              }))}
            />
          )}
          {view === 'season' && analysis && analysis.scales.length > 0 && (
            <Button kind="quiet" icon={Printer} onClick={() => window.print()}>
              <FormattedMessage id="analysis.print" />
            </Button>
          )}
        </Row>
        <div ref={place} tabIndex={-1}>
          <Stack>
            {view === 'season' && chosen && (
              <Row justify="between">
                <Heading>{chosen.name}</Heading>
                <Button icon={ArrowLeft} onClick={() => onSearch({ scale: undefined })}>
                  <FormattedMessage id="analysis.all" />
                </Button>
              </Row>
            )}
            {children}
          </Stack>
        </div>
      </Stack>
    </Page>
  )
}

import { FileDown, Plus, Printer } from 'lucide-react'
import { useState } from 'react'
import type { ProvisionedController } from '#domain/hives/administered-controller.ts'
import { appSettings } from '../../../../app-settings.ts'
import { ErrorWords } from '../../../../i18n/error-words.tsx'
import { FormattedMessage, useIntl } from '../../../../i18n/intl.tsx'
import { Button, ButtonAnchor } from '../../../../ui/button.tsx'
import { Table } from '../../../../ui/display/table.tsx'
import { Checkbox } from '../../../../ui/fields/checkbox.tsx'
import { SegmentedControl } from '../../../../ui/fields/segmented-control.tsx'
import { Card } from '../../../../ui/layout/card.tsx'
import { Reading, Row, Stack } from '../../../../ui/layout/layout.tsx'
import { Banner } from '../../../../ui/status/banner.tsx'
import { Refusal } from '../../../../ui/status/refusal.tsx'
import { DeviceKey } from '../device-key.tsx'
import { labelsPath, useProvision } from './administered-queries.ts'
import { Code } from './code.tsx'
import { keysCsv } from './keys-csv.ts'
import { ProvisionMany } from './provision-many.tsx'
import { ProvisionOne, type ProvisionProps } from './provision-one.tsx'

/** Provisions transmitters: one by its numbers, or many from a table. Their keys are shown only this once. */
export function ProvisionScreen() {
  const [way, choose] = useState<'one' | 'many'>('one')
  const [round, setRound] = useState(0)
  const [demandClaimCode, demand] = useState(appSettings.claimCodes)
  const provision = useProvision()
  if (provision.data) {
    const again = () => {
      provision.reset()
      setRound(round + 1)
    }
    return <Provisioned controllers={provision.data.controllers} onAgain={again} />
  }
  const props: ProvisionProps = {
    error: provision.error,
    busy: provision.isPending,
    onProvision: (controllers) =>
      provision.mutate({ controllers: controllers.map((one) => ({ ...one, demandClaimCode })) }),
  }
  return (
    <Reading>
      <Stack gap={5}>
        <SegmentedControl
          label={<FormattedMessage id="administration-controllers.way" />}
          labelHidden
          segments={(['one', 'many'] as const).map((value) => ({
            value,
            label: <FormattedMessage id={`administration-controllers.way.${value}`} />,
          }))}
          value={way}
          onChange={(chosen) => {
            provision.reset()
            choose(chosen)
          }}
        />
        <Checkbox
          label={<FormattedMessage id="administration-controllers.demandClaimCode" />}
          checked={demandClaimCode}
          onChange={({ target }) => demand(target.checked)}
        />
        {provision.error && <Refusal title={<ErrorWords error={provision.error} />} />}
        {way === 'one' ? (
          <ProvisionOne key={round} {...props} />
        ) : (
          <ProvisionMany key={round} {...props} onChange={provision.reset} />
        )}
      </Stack>
    </Reading>
  )
}

function Provisioned({ controllers, onAgain }: { controllers: readonly ProvisionedController[]; onAgain: () => void }) {
  const intl = useIntl()
  const count = controllers.length
  const [only] = controllers
  return (
    <Stack gap={5}>
      <Banner tone="ok" title={<FormattedMessage id="administration-controllers.done" values={{ count }} />}>
        <FormattedMessage id="administration-controllers.done.next" />
      </Banner>
      {count === 1 && only ? (
        <DeviceKey deviceKey={only.deviceKey} />
      ) : (
        <Card flush>
          <Table
            caption={intl.formatMessage({ id: 'administration-controllers.keys' })}
            rows={controllers}
            rowKey={({ id }) => id}
            columns={[
              { id: 'imei', header: 'IMEI', cell: ({ imei }) => imei },
              { id: 'name', header: intl.formatMessage({ id: 'claim.name' }), cell: ({ name }) => name },
              {
                id: 'key',
                header: intl.formatMessage({ id: 'claim.deviceKey.title' }),
                cell: ({ deviceKey }) => <Code>{deviceKey}</Code>,
              },
            ]}
          />
        </Card>
      )}
      <Row>
        <ButtonAnchor
          kind="primary"
          icon={FileDown}
          href={`data:text/csv;charset=utf-8,${encodeURIComponent(keysCsv(controllers))}`}
          download="device-keys.csv"
        >
          <FormattedMessage id="administration-controllers.download" />
        </ButtonAnchor>
        <ButtonAnchor icon={Printer} href={labelsPath(controllers.map(({ id }) => id))} download>
          <FormattedMessage id="administration-controllers.labels" />
        </ButtonAnchor>
        <Button icon={Plus} onClick={onAgain}>
          <FormattedMessage id="administration-controllers.again" />
        </Button>
      </Row>
    </Stack>
  )
}

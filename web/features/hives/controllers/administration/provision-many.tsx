import { useState } from 'react'
import { CONTROLLERS_AT_ONCE } from '#domain/hives/administered-controller.ts'
import { type LineFault, readControllerBatch, type TableRow } from '#domain/hives/controller-batch.ts'
import { decodeText } from '#domain/platform/text-encoding.ts'
import { ApiError } from '../../../../api/api-error.ts'
import { FormattedMessage } from '../../../../i18n/intl.tsx'
import { Button } from '../../../../ui/button.tsx'
import { FileDrop } from '../../../../ui/fields/file-drop.tsx'
import { TextArea } from '../../../../ui/fields/text-field.tsx'
import { Row, Stack } from '../../../../ui/layout/layout.tsx'
import { Text } from '../../../../ui/layout/text.tsx'
import { Banner } from '../../../../ui/status/banner.tsx'
import type { ProvisionProps } from './provision-one.tsx'

const FILE_MAXIMUM_BYTES = 1_000_000
const FAULTS_SHOWN = 20

type ShownFault = LineFault | { line: number; fault: 'known' }

/** Provisions many transmitters from a pasted or dropped table: all of them, or none. */
export function ProvisionMany({
  error,
  busy,
  onProvision,
  onChange,
}: ProvisionProps & {
  /** Called when the table changes, since the server's answer was about the previous one. */
  onChange: () => void
}) {
  const [text, setText] = useState('')
  const change = (table: string) => {
    setText(table)
    onChange()
  }
  const { rows, faults } = readControllerBatch(text)
  const shown: ShownFault[] = [...faults, ...refusedLines(error, rows)]
  const count = rows.length
  return (
    <Stack>
      <Text>
        <FormattedMessage id="administration-controllers.many" values={{ most: CONTROLLERS_AT_ONCE }} />
      </Text>
      <FileDrop
        label={<FormattedMessage id="administration-controllers.file" />}
        accept=".csv,.txt,text/csv,text/plain"
        maxBytes={FILE_MAXIMUM_BYTES}
        onFiles={([file]) => void file?.arrayBuffer().then((bytes) => change(decodeText(new Uint8Array(bytes))))}
      />
      <TextArea
        name="table"
        rows={8}
        spellCheck={false}
        label={<FormattedMessage id="administration-controllers.table" />}
        hint={<FormattedMessage id="administration-controllers.table.hint" />}
        value={text}
        onChange={({ target }) => change(target.value)}
      />
      {shown.length > 0 && <Faults faults={shown} />}
      <Row align="center">
        <Button
          kind="primary"
          busy={busy}
          disabled={count === 0 || faults.length > 0}
          onClick={() => onProvision(rows.map(({ body }) => body))}
        >
          <FormattedMessage id="administration-controllers.provision" values={{ count }} />
        </Button>
      </Row>
    </Stack>
  )
}

/** Returns the lines of transmitters that the server already knows; its issues refer to them by their index in the list. */
function refusedLines(error: Error | null, rows: readonly TableRow[]): ShownFault[] {
  if (!(error instanceof ApiError)) return []
  return error.issues.flatMap(({ path }) => {
    const row = rows[Number(path.split('.')[1])]
    return row ? [{ line: row.line, fault: 'known' as const }] : []
  })
}

function Faults({ faults }: { faults: readonly ShownFault[] }) {
  const more = faults.length - FAULTS_SHOWN
  return (
    <Banner
      tone="alarm"
      title={<FormattedMessage id="administration-controllers.faults" values={{ count: faults.length }} />}
    >
      <Stack gap={1} as="ul">
        {faults.slice(0, FAULTS_SHOWN).map((one) => (
          <li key={`${one.line} ${one.fault}`}>
            <FormattedMessage
              id={`administration-controllers.fault.${one.fault}`}
              values={{ line: one.line, first: 'firstLine' in one ? one.firstLine : 0, most: CONTROLLERS_AT_ONCE }}
            />
          </li>
        ))}
        {more > 0 && (
          <li>
            <FormattedMessage id="administration-controllers.faults.more" values={{ count: more }} />
          </li>
        )}
      </Stack>
    </Banner>
  )
}

import { Cable, ScanLine } from 'lucide-react'
import { type ReactNode, useEffect, useId, useState } from 'react'
import { appSettings } from '../../../../app-settings.ts'
import { FormattedMessage, useIntl } from '../../../../i18n/intl.tsx'
import { Button } from '../../../../ui/button.tsx'
import { TextField } from '../../../../ui/fields/text-field.tsx'
import { Form } from '../../../../ui/form/form.tsx'
import { Reading, Row, Stack } from '../../../../ui/layout/layout.tsx'
import { Text } from '../../../../ui/layout/text.tsx'
import { ButtonLink } from '../../../../ui/navigation/links.ts'
import { Banner } from '../../../../ui/status/banner.tsx'
import { useClaimController } from '../controller-queries.ts'
import { DeviceKey } from '../device-key.tsx'
import { IntervalSelect } from '../interval-select.tsx'
import { LocationField } from '../location-field.tsx'
import { locationText } from '../location-text.ts'
import type { LabelNumbers } from '../scan/label-numbers.ts'
import { ScanSheet } from '../scan/scan-sheet.tsx'
import { AskAboutAffiliation, asksAboutAffiliation } from './ask-about-affiliation.tsx'
import { type ClaimField, checkClaim } from './check-claim.ts'
import { ClaimRefusal } from './claim-refusal.tsx'
import type { ClaimSearch } from './claim-search.ts'
import { keepKeyAtHand } from './key-at-hand.ts'

/** Registers a transmitter by the numbers on its label, which `label` may provide. */
export function ClaimScreen({ label }: { label: ClaimSearch }) {
  const claim = useClaimController()
  const made = claim.data?.deviceKey
  const madeFor = claim.data?.id
  useEffect(() => {
    if (made !== undefined && madeFor !== undefined) keepKeyAtHand(madeFor, made)
  }, [made, madeFor])
  const [round, setRound] = useState(0)
  if (claim.data) {
    const again = () => {
      claim.reset()
      setRound(round + 1)
    }
    return (
      <Reading>
        <Claimed {...claim.data} onAgain={again} />
      </Reading>
    )
  }
  return (
    <Reading>
      <ClaimForm key={round} claim={claim} label={round === 0 ? label : {}} />
    </Reading>
  )
}

function Claimed({
  id,
  name,
  deviceKey,
  onAgain,
}: {
  id: number
  name: string
  deviceKey?: string | undefined
  onAgain: () => void
}) {
  return (
    <Stack>
      <Banner tone="ok" title={<FormattedMessage id="claim.done" values={{ name }} />}>
        <FormattedMessage id="claim.done.next" />
      </Banner>
      {deviceKey && <DeviceKey deviceKey={deviceKey} />}
      <Row>
        {!deviceKey && (
          <ButtonLink kind="primary" to="/setup">
            <FormattedMessage id="claim.next" />
          </ButtonLink>
        )}
        <ButtonLink
          kind={deviceKey ? 'primary' : 'secondary'}
          icon={Cable}
          to="/settings/connect/$controllerId"
          params={{ controllerId: String(id) }}
        >
          <FormattedMessage id="connect.title" />
        </ButtonLink>
        <ButtonLink to="/dashboard">
          <FormattedMessage id="claim.toDashboard" />
        </ButtonLink>
        <ButtonLink to="/settings/controllers/$controllerId" params={{ controllerId: String(id) }}>
          {name}
        </ButtonLink>
        <Button onClick={onAgain}>
          <FormattedMessage id="claim.another" />
        </Button>
      </Row>
    </Stack>
  )
}

function ClaimForm({ claim, label }: { claim: ReturnType<typeof useClaimController>; label: ClaimSearch }) {
  const intl = useIntl()
  const [place, setPlace] = useState(locationText(null))
  const [faults, setFaults] = useState<Partial<Record<ClaimField, ReactNode>>>({})
  const [scanning, scan] = useState(label.scan === true)
  const [isRead, setRead] = useState(Boolean(label.imei && label.imsi))
  const id = useId()

  const submit = (values: FormData) => {
    const text = (name: string) => String(values.get(name) ?? '')
    const form = {
      imei: text('imei'),
      imsi: text('imsi'),
      name: text('name'),
      interval: text('interval'),
      orderKey: text('orderKey'),
      claimCode: text('claimCode'),
    }
    const checked = checkClaim(form, place)
    if ('faults' in checked) {
      const words = Object.entries(checked.faults).map(([field, id]) => [field, intl.formatMessage({ id })])
      setFaults(Object.fromEntries(words))
      return
    }
    setFaults({})
    claim.mutate({ ...checked.body, askAboutAffiliation: true })
  }
  const enter = async ({ imei, imsi, code }: LabelNumbers, registers: boolean) => {
    scan(false)
    const form = document.getElementById(id)
    if (!(form instanceof HTMLFormElement)) return
    const isNamed = String(new FormData(form).get('name') ?? '').trim() !== ''
    const name = imei && !isNamed && intl.formatMessage({ id: 'claim.name.ofLabel' }, { digits: imei.slice(-4) })
    const { fillInForm } = await import('../../../../ui/form/fill-in-form.ts')
    await fillInForm(form, {
      ...(imei && { 'imei#0': imei }),
      ...(imsi && { 'imsi#0': imsi }),
      ...(code && { 'claimCode#0': code }),
      ...(name && { 'name#0': name }),
    })
    setRead(Boolean(imei && imsi))
    if (registers) form.requestSubmit()
  }
  return (
    <Stack>
      <Text>
        <FormattedMessage id={isRead ? 'claim.prefilled' : 'claim.lead'} />
      </Text>
      <Row>
        <Button icon={ScanLine} onClick={() => scan(true)}>
          <FormattedMessage id="scan.action" />
        </Button>
      </Row>
      <ScanSheet open={scanning} onClose={() => scan(false)} onRead={(...read) => void enter(...read)} />
      {claim.error && !asksAboutAffiliation(claim.error) && <ClaimRefusal error={claim.error} />}
      <AskAboutAffiliation claim={claim} />
      <Form
        id={id}
        onSubmit={submit}
        actions={
          <Button kind="primary" type="submit" busy={claim.isPending}>
            <FormattedMessage id="claim.action" />
          </Button>
        }
      >
        <TextField
          name="imei"
          defaultValue={label.imei}
          inputMode="numeric"
          autoComplete="off"
          label="IMEI"
          hint={<FormattedMessage id="claim.number.hint" />}
          error={faults.imei}
        />
        <TextField
          name="imsi"
          defaultValue={label.imsi}
          inputMode="numeric"
          autoComplete="off"
          label="IMSI"
          hint={<FormattedMessage id="claim.number.hint" />}
          error={faults.imsi}
        />
        <TextField
          name="claimCode"
          defaultValue={label.code}
          optional
          autoComplete="off"
          autoCapitalize="characters"
          placeholder="XXXX-XXXX"
          label={<FormattedMessage id="claim.code" />}
          hint={<FormattedMessage id="claim.code.hint" />}
          error={faults.claimCode}
        />
        <TextField
          name="name"
          maxLength={80}
          autoComplete="off"
          label={<FormattedMessage id="claim.name" />}
          hint={<FormattedMessage id="claim.name.hint" />}
          error={faults.name}
        />
        <LocationField value={place} onChange={setPlace} invalid={Boolean(faults.location)} />
        <IntervalSelect name="interval" defaultValue={1} />
        {appSettings.subscriptions && (
          <TextField
            name="orderKey"
            optional
            autoComplete="off"
            placeholder="xxxx-xxxx-xxxx-xxxx"
            label={<FormattedMessage id="claim.orderKey" />}
            hint={<FormattedMessage id="claim.orderKey.hint" />}
            error={faults.orderKey}
          />
        )}
      </Form>
    </Stack>
  )
}

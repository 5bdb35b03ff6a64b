import {
  ArrowLeft,
  Check,
  Crown,
  Droplets,
  Egg,
  Hexagon,
  type LucideIcon,
  Minus,
  PackageMinus,
  PackagePlus,
  Pill,
  Plus,
  Smile,
} from 'lucide-react'
import { useRef, useState } from 'react'
import {
  AMOUNT_MAXIMUM_KG,
  type InterventionDetail,
  type InterventionLabel,
  interventionDetails,
} from '#domain/hives/intervention.ts'
import { FormattedMessage, useIntl } from '../../../i18n/intl.tsx'
import { Button } from '../../../ui/button.tsx'
import { NumberField } from '../../../ui/fields/number-field.tsx'
import { Form } from '../../../ui/form/form.tsx'
import { KeptValue } from '../../../ui/form/kept-value.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Stack } from '../../../ui/layout/layout.tsx'
import { Heading } from '../../../ui/layout/text.tsx'
import { VisuallyHidden } from '../../../ui/layout/visually-hidden.tsx'
import { BOUNCE_MS } from '../../../ui/overlay/use-bounce.ts'
import { useKeptFocus } from '../../../ui/use-kept-focus.ts'
import styles from './note-tiles.module.css'

/** What a tile notes; the time and the hive are known from the context. */
export type QuickNoted = { label: InterventionLabel; amount?: number; detail?: InterventionDetail }

type Step = 'feeding' | 'harvest' | 'treatment' | 'queen' | 'eggs' | 'mood'
type Tile = { name: string; icon: LucideIcon } & ({ step: Step } | { noted: QuickNoted })

const eggs = ['eggs', 'no_eggs'] as const
const choices: Record<
  Exclude<Step, 'feeding' | 'harvest'>,
  { label: InterventionLabel; details: readonly InterventionDetail[] }
> = {
  treatment: { label: 'treatment', details: interventionDetails.treatment },
  queen: {
    label: 'queen',
    details: interventionDetails.queen.filter((one) => !(eggs as readonly string[]).includes(one)),
  },
  eggs: { label: 'queen', details: eggs },
  mood: { label: 'inspection', details: interventionDetails.inspection },
}

/** Large buttons for what is done at a hive: most note it with one tap, the others ask how much or what exactly. */
export function NoteTiles({ onNote }: { onNote: (noted: QuickNoted) => void }) {
  const intl = useIntl()
  const [step, setStep] = useState<Step>()
  const last = useRef({ key: '', at: 0 })
  const place = useRef<HTMLDivElement>(null)
  useKeptFocus(place, step)
  const label = (of: InterventionLabel) => intl.formatMessage({ id: `intervention.label.${of}` })
  const tiles: Tile[] = [
    { name: label('feeding'), icon: Droplets, step: 'feeding' },
    { name: label('harvest'), icon: Hexagon, step: 'harvest' },
    { name: label('super_added'), icon: PackagePlus, noted: { label: 'super_added' } },
    { name: label('super_removed'), icon: PackageMinus, noted: { label: 'super_removed' } },
    { name: label('treatment'), icon: Pill, step: 'treatment' },
    { name: label('queen'), icon: Crown, step: 'queen' },
    { name: intl.formatMessage({ id: 'intervention-screen.eggs' }), icon: Egg, step: 'eggs' },
    { name: intl.formatMessage({ id: 'intervention-screen.mood' }), icon: Smile, step: 'mood' },
  ]
  const note = (noted: QuickNoted) => {
    setStep(undefined)
    // do not wait for a note that is still being sent, or a quick user's next one would be lost; nobody adds two supers within `BOUNCE_MS`
    const key = JSON.stringify(noted)
    const at = performance.now()
    const isBounce = key === last.current.key && at - last.current.at < BOUNCE_MS
    last.current = { key, at }
    if (!isBounce) onNote(noted)
  }
  if (step === undefined) {
    return (
      <div ref={place} tabIndex={-1} className={styles.tiles}>
        {tiles.map((tile) => (
          <TileButton
            key={tile.name}
            name={tile.name}
            icon={tile.icon}
            onPress={() => ('step' in tile ? setStep(tile.step) : note(tile.noted))}
          />
        ))}
      </div>
    )
  }
  return (
    <div ref={place} tabIndex={-1}>
      <Stack gap={3}>
        <Heading level={3}>{tiles.find((tile) => 'step' in tile && tile.step === step)!.name}</Heading>
        {step === 'feeding' || step === 'harvest' ? (
          <AmountStep onNote={(amount) => note({ label: step, ...(amount !== undefined && { amount }) })} />
        ) : (
          <div className={styles.tiles}>
            {choices[step].details.map((detail) => (
              <TileButton
                key={detail}
                name={intl.formatMessage({ id: `intervention-screen.detail.${detail}` })}
                onPress={() => note({ label: choices[step].label, detail })}
              />
            ))}
            {step === 'treatment' && <TileButton name={label('other')} onPress={() => note({ label: 'treatment' })} />}
          </div>
        )}
        <Button kind="quiet" icon={ArrowLeft} wide onClick={() => setStep(undefined)}>
          <FormattedMessage id="intervention-screen.back" />
        </Button>
      </Stack>
    </div>
  )
}

function TileButton({
  name,
  nameHidden = false,
  icon,
  onPress,
}: {
  name: string
  nameHidden?: boolean
  icon?: LucideIcon
  onPress: () => void
}) {
  return (
    <button type="button" className={styles.tile} onClick={onPress}>
      {icon && <Icon of={icon} size={24} />}
      {nameHidden ? <VisuallyHidden>{name}</VisuallyHidden> : name}
    </button>
  )
}

/** Asks how many kg, with large buttons or by typing; empty if nobody weighed it. */
function AmountStep({ onNote }: { onNote: (amount: number | undefined) => void }) {
  const intl = useIntl()
  const [typed, type] = useState('1')
  const amount = typed.trim() === '' ? undefined : Number(typed)
  const isWrong = amount !== undefined && !(amount >= 0 && amount <= AMOUNT_MAXIMUM_KG)
  const name = intl.formatMessage({ id: 'intervention-screen.amount' })
  const change = (by: number) => {
    const before = amount === undefined || Number.isNaN(amount) ? 0 : amount
    type(String(Math.min(AMOUNT_MAXIMUM_KG, Math.max(0, before + by))))
  }
  return (
    <Form draft={null} onSubmit={() => !isWrong && onNote(amount)}>
      <KeptValue name="amount" value={typed} onChange={type} />
      <Stack gap={3}>
        <div className={styles.amount}>
          <TileButton
            name={intl.formatMessage({ id: 'ui.fewer' }, { name })}
            nameHidden
            icon={Minus}
            onPress={() => change(-1)}
          />
          <NumberField
            label={name}
            unit="kg"
            min={0}
            max={AMOUNT_MAXIMUM_KG}
            value={typed}
            onChange={type}
            error={
              isWrong && <FormattedMessage id="intervention-screen.amountWrong" values={{ most: AMOUNT_MAXIMUM_KG }} />
            }
          />
          <TileButton
            name={intl.formatMessage({ id: 'ui.more' }, { name })}
            nameHidden
            icon={Plus}
            onPress={() => change(1)}
          />
        </div>
        <Button kind="primary" type="submit" icon={Check} wide>
          <FormattedMessage id="intervention-screen.save" />
        </Button>
      </Stack>
    </Form>
  )
}

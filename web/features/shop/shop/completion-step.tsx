import { Navigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { Stack } from '../../../ui/layout/layout.tsx'
import { endCart } from './cart-state.ts'
import { CompletionScreen } from './completion-screen.tsx'
import { stepsOf } from './shop-steps.ts'
import { stepPath } from './step-link.tsx'
import type { StepProps } from './step-props.ts'
import { WizardSteps } from './wizard-steps.tsx'

/** The last step: the result of the order. Whoever sees it no longer needs the cart. */
export function CompletionStep({
  mode,
  config,
  orderKey,
  gaveUp,
}: Pick<StepProps, 'mode' | 'config'> & { orderKey: string | undefined; gaveUp: boolean }) {
  useEffect(() => {
    if (orderKey) endCart(mode, orderKey)
  }, [mode, orderKey])
  if (!orderKey) return <Navigate to={stepPath(mode)} params={{ step: stepsOf(mode)[0]! }} replace />
  return (
    <Stack gap={5}>
      <WizardSteps mode={mode} step="completion" mayGoTo={() => false} />
      <CompletionScreen orderKey={orderKey} gaveUp={gaveUp} mode={mode} config={config} />
    </Stack>
  )
}

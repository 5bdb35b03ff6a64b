import { useParams } from '@tanstack/react-router'
import { ControllerFacts } from '../../features/controllers/controller-facts.tsx'
import { ControllerScreen } from '../../features/controllers/controller-screen.tsx'
import { DeviceKeyCard } from '../../features/controllers/device-key-card.tsx'

/** One transmitter: each part is a `Card` with its title, made by the feature it belongs to; `own` parts are its owner's. */
export function ControllerPage() {
  const { controllerId } = useParams({ from: '/_signed-in/settings/controllers/$controllerId' })
  return (
    <ControllerScreen key={controllerId} id={Number(controllerId)} regions={[]}>
      {(controller) => {
        const own = controller.access === 'own'
        return (
          <>
            <ControllerFacts controller={controller} />
            {own && <DeviceKeyCard controllerId={controller.id} />}
          </>
        )
      }}
    </ControllerScreen>
  )
}

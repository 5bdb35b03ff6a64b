import type { DefaultProps } from '@deck.gl/core'
import { ScatterplotLayer, type ScatterplotLayerProps } from '@deck.gl/layers'

type Offset = {
  getOffset?: [number, number]
  /** The frame that the dots show; `DeckOverlay` reports when it is drawn. */
  frame?: number
}

/** Dots that may be drawn some pixels away from their place (`getOffset`), so that several at the same place are visible. */
export class DotLayer<Dot = unknown> extends ScatterplotLayer<Dot, Offset> {
  static override layerName = 'DotLayer'
  static override defaultProps: DefaultProps<ScatterplotLayerProps & Offset> = {
    getOffset: { type: 'accessor', value: [0, 0] },
  }

  override getShaders() {
    const shaders = super.getShaders()
    return {
      ...shaders,
      inject: {
        'vs:#decl': 'in vec2 instanceOffsets;',
        'vs:DECKGL_FILTER_SIZE': 'size.xy += project_pixel_size(instanceOffsets);',
      },
    }
  }

  override initializeState(): void {
    super.initializeState()
    this.getAttributeManager()!.addInstanced({
      instanceOffsets: { size: 2, accessor: 'getOffset', defaultValue: [0, 0] },
    })
  }
}

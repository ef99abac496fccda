internal import CSDL2
internal import LayerTree
internal import TilePyramid

extension AcceleratedPainter {
    /// Draws contents in a polygon of the frame.
    func draw(
        _ contents: RenderContents, in polygon: ConvexPolygon<SIMD2<Double>>, opacity: Double, mixing: Mixing,
        into target: Target
    ) throws(PresenterError) {
        guard let inverse = contents.projection.inverse else { return }
        let alpha = UInt8((min(opacity, 1) * 255).rounded())
        var paint = GeometryBatch.Paint(
            tint: SDL_Color(r: alpha, g: alpha, b: alpha, a: alpha),
            mixing: alpha == 255 && contents.buffer.isOpaque && mixing == .over ? .copy : mixing)
        let cells =
            contents.projection.isAffine
            ? [ConvexPolygon(polygon, source: inverse)] : PerspectiveCells.cells(of: polygon, source: inverse)
        let sampling = ContentsSampling(contents, limit: maximumTextureSize)
        let pieces = sampling.pieces
        var drawn: (column: Int, row: Int)?
        for part in sampling.parts(of: cells) {
            if drawn.map({ $0 != (part.column, part.row) }) ?? true {
                drawn = (part.column, part.row)
                paint.texture = try texture(of: contents.buffer, pieces, column: part.column, row: part.row)
                paint.pixels = pieces.pixels(column: part.column, row: part.row)
                try paint.texture?.setSmooth(sampling.isSmooth)
                if paint.texture == nil {
                    isIncomplete = true
                    statistics.deferredContents += 1
                } else if pieces.grid.count > 1 {
                    statistics.oversizePieces += 1
                }
            }
            if paint.texture != nil {
                try batch.add(part.polygon, origin: target.origin, paint: paint)
            }
        }
        if pieces.grid.count > 1 {
            statistics.oversizeContents += 1
        }
    }

    func prepare(_ buffer: PixelBuffer) throws(PresenterError) -> Bool {
        let pieces = TexturePieces(of: buffer.size, limit: maximumTextureSize)
        for row in 0..<pieces.grid.rows {
            for column in 0..<pieces.grid.columns {
                guard try texture(of: buffer, pieces, column: column, row: row) != nil else { return false }
            }
        }
        return true
    }

    /// The texture of a piece, uploaded now if need be; nil if that would be too much for this frame.
    private func texture(
        of buffer: PixelBuffer, _ pieces: TexturePieces, column: Int, row: Int
    ) throws(PresenterError) -> TextureHandle? {
        if let texture = cache.texture(of: buffer, column: column, row: row) {
            return texture
        }
        let pixels = pieces.pixels(column: column, row: row)
        let bytes = pixels.size.area * 4
        guard meter.allows(bytes) else { return nil }
        let texture = try meter.count(bytes) { () throws(PresenterError) in
            try cache.upload(buffer, column: column, row: row, pixels: pixels)
        }
        statistics.uploads += 1
        statistics.uploadedBytes += bytes
        return texture
    }
}

internal import Compositing
internal import LayerTree
internal import TilePyramid
internal import VectorDrawing

extension AcceleratedPainter {
    /// Draws contents in a polygon of the frame, clipped to halves of the visible area.
    func draw(
        _ contents: RenderContents, in polygon: ClippablePolygon<SIMD2<Double>>,
        _ halves: [ClippablePolygon<SIMD2<Double>>], softOutline: SoftOutline?, opacity: Double,
        blendMode: BlendMode, into target: Target
    ) throws(PresenterError) {
        let opacity = blendMode == .add ? UInt8(additiveOpacity: opacity) : UInt8(sourceOverOpacity: opacity)
        let tint = contents.tint == .white ? Tint(opacity) : Tint(pixel: contents.tint.pixel(), opacity: opacity)
        let hides = tint.isOpaque && contents.buffer.isOpaque && blendMode == .over
        guard opacity > 0,
            let drawing = ContentsDrawing(
                contents, in: polygon, halves: halves, softOutline: softOutline, hides: hides, mipLevels: mipLevels,
                limit: maximumTextureSize)
        else { return }
        var paint = GeometryBatch.Paint(tint: tint, blendMode: blendMode)
        let textures = try textures(for: drawing, isRequired: uploads.requires(contents.buffer))
        // A single level of the pair would be too dark or too bright.
        guard drawing.drawnLevels.count == 1 || !textures.contains(where: { $0 == nil }) else { return }
        for (step, texture) in zip(drawing.steps, textures) {
            guard let texture, let pieces = drawing.drawnLevels[step.level]?.sampling.pieces else { continue }
            paint.texture = texture
            paint.pixels = pieces.pixels(column: step.part.column, row: step.part.row)
            paint.blendMode = step.isAdded ? .add : hides && !step.isBlended ? .copy : blendMode
            paint.tint.alpha = blendMode == .add || step.isBlended ? .weighted : step.isAdded ? .none : .full
            try batch.add(step.part.polygon, origin: target.origin, paint: paint)
        }
        if drawing.drawnLevels.values.contains(where: { $0.sampling.pieces.grid.count > 1 }) {
            statistics.oversizeContents += 1
        }
    }

    func prepare(_ buffer: PixelBuffer) throws(PresenterError) -> Bool {
        let pieces = TexturePieces(of: buffer.size, limit: maximumTextureSize)
        for row in 0..<pieces.grid.rows {
            for column in 0..<pieces.grid.columns {
                guard try texture(of: buffer, pieces, column: column, row: row, for: .preparation) != nil else {
                    return false
                }
            }
        }
        // Halved sizes of it are not lacking either.
        uploads.require(buffer)
        return true
    }

    /// Returns the texture for each step, or nil for a texture that cannot be uploaded in this frame.
    private func textures(
        for drawing: ContentsDrawing, isRequired: Bool
    ) throws(PresenterError) -> [TextureHandle?] {
        var textures: [TextureHandle?] = []
        textures.reserveCapacity(drawing.steps.count)
        var last: ContentsDrawing.Step?
        for step in drawing.steps {
            if let last, last.hasTexture(of: step), let texture = textures.last {
                textures.append(texture)
            } else if let (size, sampling) = drawing.drawnLevels[step.level] {
                textures.append(
                    try texture(
                        of: size.buffer, sampling, column: step.part.column, row: step.part.row,
                        for: isRequired ? .requirement : .drawing))
            }
            last = step
        }
        return textures
    }

    /// Returns the texture of a whole buffer to draw; nil if it cannot be uploaded in this frame or is too large.
    func wholeTexture(of buffer: PixelBuffer, isSmooth: Bool) throws(PresenterError) -> TextureHandle? {
        let pieces = TexturePieces(of: buffer.size, limit: maximumTextureSize)
        guard pieces.grid.count == 1 else { return nil }
        let use: FrameUploads.Use = uploads.requires(buffer) ? .requirement : .drawing
        guard let texture = try texture(of: buffer, pieces, column: 0, row: 0, for: use) else {
            isIncomplete = true
            statistics.deferredContents += 1
            return nil
        }
        try texture.setSmooth(isSmooth)
        return texture
    }

    /// Returns the texture of a piece to draw; nil if it cannot be uploaded in this frame.
    private func texture(
        of buffer: PixelBuffer, _ sampling: ContentsSampling, column: Int, row: Int, for use: FrameUploads.Use
    ) throws(PresenterError) -> TextureHandle? {
        guard let texture = try texture(of: buffer, sampling.pieces, column: column, row: row, for: use) else {
            isIncomplete = true
            statistics.deferredContents += 1
            return nil
        }
        try texture.setSmooth(sampling.isSmooth)
        if sampling.pieces.grid.count > 1 {
            statistics.oversizePieces += 1
        }
        return texture
    }

    /// Returns the texture of a piece, uploading it if needed; nil if that exceeds the budget of this frame.
    private func texture(
        of buffer: PixelBuffer, _ pieces: TexturePieces, column: Int, row: Int, for use: FrameUploads.Use
    ) throws(PresenterError) -> TextureHandle? {
        if let texture = cache.texture(of: buffer, column: column, row: row) {
            return texture
        }
        let pixels = pieces.pixels(column: column, row: row)
        let bytes = pixels.size.area * 4
        guard uploads.allow(bytes, for: use) else { return nil }
        let texture = try uploads.count(bytes, for: use) { () throws(PresenterError) in
            try cache.upload(buffer, column: column, row: row, pixels: pixels)
        }
        statistics.uploads += 1
        statistics.uploadedBytes += bytes
        return texture
    }
}

extension ContentsDrawing.Step {
    /// Whether two steps sample the same texture.
    fileprivate func hasTexture(of other: ContentsDrawing.Step) -> Bool {
        (level, part.column, part.row) == (other.level, other.part.column, other.part.row)
    }
}

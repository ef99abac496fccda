internal import ImageSources
internal import CodecShims

extension JPEGDecoderHandle {
    /// Starts reading coefficients and decoding them; if the image has several scans, reads all of them first.
    ///
    /// - Parameters:
    ///   - toPlanes: whether the image is decoded to planes.
    ///   - keepsAll: whether all coefficients are read first in any case.
    ///   - onDamage: called when damage is found while reading the scans, with the pixel row it lies before; an error
    ///     it throws ends the reading.
    /// - Returns: the properties that all tiles cut from the image share, and whether rows are decoded at half scale.
    /// - Throws: ``CodecError``, or what `onDamage` throws.
    func startCoefficients(
        toPlanes: Bool, keepsAll: Bool = false, onDamage: (_ row: Int) throws -> Void
    ) throws -> (structure: tk_jpeg_structure, isHalfScale: Bool) {
        var denominator: Int32 = 0
        try check(tk_jpeg_decoder_start_coefficients(decoder, toPlanes ? 1 : 0, keepsAll ? 1 : 0, &denominator))
        var isDone = Int32(0)
        var row = UInt32(0)
        while isDone == 0 {
            try check(tk_jpeg_decoder_read_scans(decoder, &isDone, &row))
            if damage != nil { try onDamage(Int(row)) }
        }
        var structure = tk_jpeg_structure()
        tk_jpeg_decoder_structure(decoder, &structure)
        return (structure, denominator == 2)
    }

    /// Reads the next MCU row and decodes it to rows at half or full scale; returns the number of rows.
    func readCoefficients(
        into row: CoefficientRowPool.Row, rows base: UnsafeMutableRawPointer, stride: Int
    ) throws -> Int {
        var memory = row.memory
        var read = UInt32(0)
        try check(
            tk_jpeg_decoder_read_coefficients(
                decoder, &memory, base.assumingMemoryBound(to: UInt8.self), stride, &read))
        return Int(read)
    }

    /// Reads the next MCU row and decodes it to 8 rows of three half-scale planes.
    func readCoefficients(
        into row: CoefficientRowPool.Row, planes bases: [UnsafeMutableRawPointer], stride: Int
    ) throws {
        var memory = row.memory
        let planes = bases.map { Optional($0.assumingMemoryBound(to: UInt8.self)) }
        try check(
            tk_jpeg_decoder_read_coefficients_and_planes(
                decoder, &memory, planes, Array(repeating: stride, count: planes.count)))
    }

    /// Returns where a component's coefficients lie in the temporary file; flushes them to it first.
    func spillLocation(component: Int) throws -> tk_jpeg_spill_location {
        var location = tk_jpeg_spill_location()
        try check(tk_jpeg_decoder_spill_location(decoder, Int32(component), &location))
        return location
    }

    /// Fills `bytes` from the temporary file; coefficients that were never written are zeros.
    func readSpilled(into bytes: UnsafeMutableRawBufferPointer, at offset: Int) throws {
        guard let spillFile else { preconditionFailure("coefficients are spilled before they are read from a file") }
        try spillFile.read(into: bytes, at: offset)
    }
}

internal import CodecShims

extension JPEGDecoderHandle {
    /// Begins reading coefficients, and decoding.
    ///
    /// - Returns: what tiles that are cut from the image have in common, and whether rows have half the size.
    func startCoefficients(toPlanes: Bool) throws -> (structure: tk_jpeg_structure, isHalved: Bool) {
        var denominator: Int32 = 0
        try check(tk_jpeg_decoder_start_coefficients(decoder, toPlanes ? 1 : 0, &denominator))
        var structure = tk_jpeg_structure()
        tk_jpeg_decoder_structure(decoder, &structure)
        return (structure, denominator == 2)
    }

    /// Reads the next row of MCUs and decodes it to rows of half or full size; returns how many.
    func readCoefficients(
        into row: CoefficientRows.Row, rows base: UnsafeMutableRawPointer, stride: Int
    ) throws -> Int {
        var (memory, read) = (row.memory, UInt32(0))
        try check(
            tk_jpeg_decoder_read_coefficients(
                decoder, &memory, base.assumingMemoryBound(to: UInt8.self), stride, &read))
        return Int(read)
    }

    /// Reads the next row of MCUs and decodes it to 8 rows of three planes of half the size.
    func readCoefficients(
        into row: CoefficientRows.Row, planes bases: [UnsafeMutableRawPointer], stride: Int
    ) throws {
        var memory = row.memory
        let planes = bases.map { Optional($0.assumingMemoryBound(to: UInt8.self)) }
        try check(
            tk_jpeg_decoder_read_coefficients_and_planes(
                decoder, &memory, planes, Array(repeating: stride, count: planes.count)))
    }
}

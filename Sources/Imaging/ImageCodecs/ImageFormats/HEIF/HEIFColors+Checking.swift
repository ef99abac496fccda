internal import ImageMetadata

extension HEIFColors {
    /// Reads the stated colors of a HEIF or AVIF, and refuses colors that decoders convert wrongly.
    ///
    /// - Returns: nil for a file without such an image.
    /// - Throws: ``CodecError`` for an unknown matrix, unless ``DecodeOptions/allowedLoss`` has colors.
    static func check(_ bytes: ImageBytes, _ options: DecodeOptions, file: String) throws -> HEIFColors? {
        guard let colors = HEIFColors(bytes, page: options.page) else { return nil }
        if let matrix = colors.unknownMatrix, !options.allowedLoss.contains(.color) {
            throw CodecError.unreadStatement(
                .color, file: file, unknownMatrixMessage(matrix) + " Convert it to another format.")
        }
        return colors
    }

    private static func unknownMatrixMessage(_ matrix: Int) -> String {
        "its colors are coded with matrix coefficients \(matrix), which cannot be decoded."
    }

    /// Problems with the statements, and what is left out, for the user.
    var allWarnings: [String] {
        let matrix = unknownMatrix.map { Self.unknownMatrixMessage($0) + " They are wrong." }
        return warnings + (matrix.map { [$0] } ?? []) + (hasGainMap ? [GainMap.warning] : [])
    }
}

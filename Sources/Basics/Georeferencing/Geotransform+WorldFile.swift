extension Geotransform {
    /// Parses a world file: six numbers on a line each, the step of a column in x and y, the step of a row in x and y, and the
    /// center of the upper left pixel.
    ///
    /// Further lines are ignored, as in other programs; decimal commas are accepted.
    ///
    /// Source: Esri, "World files for raster datasets".
    ///
    /// - Returns: nil if the text does not begin with six finite numbers, or the pixels have no area.
    package init?(worldFile text: String) {
        let lines = text.split { $0.isWhitespace }.prefix(6)
        let numbers = lines.compactMap { line in
            Double(String(line.map { $0 == "," ? "." : $0 }))
        }
        guard numbers.count == 6, numbers.allSatisfy(\.isFinite) else { return nil }
        let first = Geotransform(
            origin: (numbers[4], numbers[5]), column: (numbers[0], numbers[1]), row: (numbers[2], numbers[3]))
        guard first.inverse != nil else { return nil }
        self = first.beginning(atX: -0.5, y: -0.5)
    }

    /// Creates a mapping from six numbers in GDAL's order: origin, column and row of x, then of y.
    ///
    /// - Returns: nil if there are not six finite numbers.
    package init?(gdalNumbers numbers: [Double]) {
        guard numbers.count == 6, numbers.allSatisfy(\.isFinite) else { return nil }
        self.init(
            origin: (numbers[0], numbers[3]), column: (numbers[1], numbers[4]), row: (numbers[2], numbers[5]))
    }

    /// The mapping to coordinates of the same system in the other order.
    package var withSwappedAxes: Geotransform {
        Geotransform(origin: (originY, originX), column: (columnY, columnX), row: (rowY, rowX))
    }
}

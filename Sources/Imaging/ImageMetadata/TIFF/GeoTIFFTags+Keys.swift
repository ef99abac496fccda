extension GeoTIFFTags {
    /// Creates the tags of a coordinate reference system with a code of EPSG, without a position.
    ///
    /// - Parameters:
    ///   - code: the code, up to 65,535.
    ///   - isGeographic: whether coordinates are longitudes and latitudes.
    package init(epsg code: Int, isGeographic: Bool) {
        self.init()
        // GTModelType, GTRasterType pixel is area, and the code of the GeodeticCRS or the ProjectedCRS.
        let keys = [[1024, 0, 1, isGeographic ? 2 : 1], [1025, 0, 1, 1], [isGeographic ? 2048 : 3072, 0, 1, code]]
        self.keys = [1, 1, 0, keys.count] + keys.joined()
    }

    /// Creates the tags of a projected system from ESRI's well-known text, which GDAL and others read.
    package init(esriText text: String) {
        self.init()
        // Texts end with a bar. The model type is 32767, what the file defines itself: in the citation of the projected system.
        texts = "ESRI PE String = \(text)|"
        let keys = [[1024, 0, 1, 32_767], [1025, 0, 1, 1], [3073, 34_737, texts.utf8.count, 0]]
        self.keys = [1, 1, 0, keys.count] + keys.joined()
    }

    /// True when GTRasterTypeGeoKey declares pixels as points: positions are counted from the center of the first pixel.
    package var pixelIsPoint: Bool {
        stride(from: 4, to: keys.count - 3, by: 4).contains { keys[$0] == 1025 && keys[$0 + 3] == 2 }
    }
}

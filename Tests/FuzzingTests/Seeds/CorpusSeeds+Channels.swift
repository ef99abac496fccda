extension CorpusSeeds {
    /// Descriptions of channels.
    static func channels() -> [String: [String: [UInt8]]] {
        let stack = """
            ImageJ=1.53t
            images=30
            channels=3
            slices=5
            frames=2
            hyperstack=true
            mode=composite
            unit=\\u00B5m
            spacing=1.5
            cf=0
            c0=-32768.0
            c1=1.0
            vunit=K
            loop=false
            min=100.5
            max=4000.0

            """
        let bands = """
            <GDALMetadata><Item name="DESCRIPTION" sample="0" role="description">red</Item>
            <Item name="SCALE" sample="1" role="scale">0.0001</Item>
            <Item name="OFFSET" sample="1" role="offset">-0.1</Item>
            <Item name="UNITTYPE" sample="1" role="unittype">m</Item>
            <Item name="wavelength" sample="2">0.665</Item><Item name="wavelength_units">Micrometers</Item>
            <Item name="CENTRAL_WAVELENGTH_UM" sample="3" domain="IMAGERY">0.842</Item>
            <Item name="BANDNAME" sample="3">B8</Item><Item name="NODATA_VALUES">0 0 0 0</Item></GDALMetadata>
            """
        let settings = """
            {"channels":[{"active":true,"coefficient":1,"color":"0000FF","family":"linear","inverted":false,
            "label":"DAPI","window":{"end":1500,"max":65535,"min":0,"start":0}},
            {"active":false,"color":"00ff00","label":"FITC","window":{"end":9,"start":3}},
            {"coefficient":0.5,"family":"polynomial","color":"FF0000","window":{"start":7,"end":70}}],
            "rdefs":{"defaultT":1,"defaultZ":118,"model":"color"}}
            """
        return [
            "imagej": ["hyperstack": Array(stack.utf8)], "gdal-metadata": ["bands": Array(bands.utf8)],
            "omero": ["channels": Array(settings.utf8)],
            "imagej-metadata": [
                "big-endian": imageJMetadata(isBigEndian: true), "little-endian": imageJMetadata(isBigEndian: false),
            ],
        ]
    }

    /// ImageJ's binary metadata of each type, after the number of its sizes and these as two bytes each.
    private static func imageJMetadata(isBigEndian: Bool) -> [UInt8] {
        func ordered(_ bytes: [UInt8]) -> [UInt8] { isBigEndian ? bytes : bytes.reversed() }
        func text(_ text: String) -> [UInt8] {
            text.utf16.flatMap { ordered([UInt8($0 >> 8), UInt8($0 & 255)]) }
        }
        let ranges = [1.5, 300, 0, 65535].flatMap { (number: Double) in
            ordered(stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: number.bitPattern >> $0) })
        }
        let table = [255, 0, 9].flatMap { last in (0..<256).map { UInt8(last * $0 / 255) } }
        let types: [(letters: String, entries: [[UInt8]])] = [
            ("info", [text("a=b")]), ("labl", [text("DAPI"), text("µ")]), ("rang", [ranges]), ("luts", [table]),
            ("roi ", [[1, 2]]),
        ]
        let header = types.reduce(ordered(Array("IJIJ".utf8))) { header, type in
            header + ordered(Array(type.letters.utf8)) + ordered([0, 0, 0, UInt8(type.entries.count)])
        }
        let entries = types.flatMap(\.entries)
        let sizes = [header.count] + entries.map(\.count)
        return [UInt8(sizes.count)] + sizes.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] } + header + entries.joined()
    }
}

import ImageMetadata

@testable import ImageMetadata

extension CorpusSeeds {
    /// Statements of a place.
    static func places() -> [String: [String: [UInt8]]] {
        let tags = directory {
            $0[.imageWidth] = .longs([1])
            $0[.imageLength] = .longs([1])
            $0[.modelPixelScale] = .doubles([10, 10, 0])
            $0[.modelTiepoint] = .doubles([0, 0, 0, 600_000, 5_300_000, 0])
            $0[.geoKeyDirectory] = .shorts([1, 1, 0, 2, 1024, 0, 1, 1, 3072, 0, 1, 32632])
        }
        let identifier: [UInt8] = [
            0xB1, 0x4B, 0xF8, 0xBD, 0x08, 0x3D, 0x4B, 0x43, 0xA5, 0xAE, 0x8C, 0xD7, 0xD5, 0xA6, 0xCE, 0x03,
        ]
        let grid =
            "<g><RectifiedGrid><origin><Point srsName=\"urn:ogc:def:crs:EPSG::4326\"><pos>48 11</pos></Point></origin>"
            + "<offsetVector>0 0.5</offsetVector><offsetVector>-0.25 0</offsetVector></RectifiedGrid></g>"
        let coverage = box(
            "asoc",
            box("lbl ", Array("gml.data".utf8))
                + box("asoc", box("lbl ", Array("gml.root-instance".utf8)) + box("xml ", Array(grid.utf8))))
        return [
            "world-file": [
                "north-up": Array("10.0\n0.0\n0.0\n-10.0\n600005.0\n5299995.0\n".utf8),
                "rotated": Array("0.5\r\n0.1\r\n-0.1\r\n-0.5\r\n1e5\r\n-2e5\r\n".utf8),
            ],
            "place-metadata": [
                "transform": Array(
                    ("<PAMDataset><SRS dataAxisToSRSAxisMapping=\"2,1\">EPSG:4326</SRS>"
                        + "<GeoTransform>11,0.5,0,48,0,-0.25</GeoTransform></PAMDataset>").utf8),
                "points": Array(
                    ("<PAMDataset><GCPList Projection=\"EPSG:32632\"><GCP Pixel=\"0\" Line=\"0\" X=\"0\" Y=\"9\"/>"
                        + "<GCP Pixel=\"9\" Line=\"0\" X=\"9\" Y=\"9\"/><GCP Pixel=\"0\" Line=\"9\" X=\"0\" Y=\"0\"/>"
                        + "</GCPList></PAMDataset>").utf8),
                "validity": Array(
                    ("<PAMDataset><Metadata><MDI key=\"NODATA_VALUES\">1 2 3</MDI></Metadata><PAMRasterBand band=\"1\">"
                        + "<NoDataValue>-9999</NoDataValue></PAMRasterBand><PAMRasterBand band=\"4\">"
                        + "<ColorInterp>Alpha</ColorInterp></PAMRasterBand></PAMDataset>").utf8),
            ],
            "prj": [
                "geographic": Array(
                    ("GEOGCS[\"GCS_WGS_1984\",DATUM[\"D_WGS_1984\",SPHEROID[\"WGS_1984\",6378137.0,298.257223563]],"
                        + "PRIMEM[\"Greenwich\",0.0],UNIT[\"Degree\",0.0174532925199433]]").utf8)
            ],
            "jpeg2000-place": [
                "geojp2": jp2(box("uuid", identifier + tags)), "gmljp2": jp2(coverage),
            ],
        ]
    }

    private static func box(_ kind: String, _ content: [UInt8]) -> [UInt8] {
        let size = content.count + 8
        return [0, 0, UInt8(truncatingIfNeeded: size >> 8), UInt8(truncatingIfNeeded: size)] + Array(kind.utf8)
            + content
    }

    private static func jp2(_ boxes: [UInt8]) -> [UInt8] {
        [0, 0, 0, 12, 0x6A, 0x50, 0x20, 0x20, 0x0D, 0x0A, 0x87, 0x0A] + boxes + box("jp2c", [0xFF, 0x4F, 0xFF, 0x51])
    }
}

import Foundation
import ImageMetadata
import TestLimits
import TestSupport
import Testing

@testable import Mosaics

/// Damaged lists of images, which are refused or read, and never crash.
@Suite(.timeLimited) struct MosaicListFuzzTests {
    private static let json = """
        {"mosaic": 1, "size": [64, 48], "background": [1, 2, 3], "crs": "EPSG:25832", "resolution": 0.5,
         "geotransform": [500000, 0.5, 0, 5400000, 0, -0.5], "description": "two images",
         "images": [{"path": "a.png", "x": 0, "y": 0.5, "priority": 2, "page": 1},
                    {"path": "b/c.tif", "x": 32, "y": 0, "width": 16, "height": 12, "part": [0, 0, 32, 24]}]}
        """

    private static let source = """
        <SourceFilename relativeToVRT="1">a.tif</SourceFilename><SourceBand>1</SourceBand>
        <SourceProperties RasterXSize="40" RasterYSize="40" DataType="Byte" BlockXSize="40" BlockYSize="4"/>
        <SrcRect xOff="0" yOff="0" xSize="40" ySize="40"/><DstRect xOff="8" yOff="4.5" xSize="20" ySize="20"/>
        """

    private static let vrt = """
        <VRTDataset rasterXSize="64" rasterYSize="48"><SRS dataAxisToSRSAxisMapping="1,2">EPSG:25832</SRS>
        <GeoTransform>500000, 0.5, 0, 5400000, 0, -0.5</GeoTransform>
        <VRTRasterBand dataType="Byte" band="1"><NoDataValue>0</NoDataValue><ColorInterp>Gray</ColorInterp>
        <SimpleSource>\(source)</SimpleSource><ComplexSource>\(source)<NODATA>255</NODATA></ComplexSource>
        </VRTRasterBand></VRTDataset>
        """

    @Test(arguments: [("list.json", json), ("list.vrt", vrt)])
    func `10,000 damaged lists of each format are read or refused`(name: String, list: String) throws {
        let fixture = try MosaicFixture()
        let path = fixture.folder.path(name)
        let bytes = Array(list.utf8)
        try fixture.folder.write(Data(bytes), to: name)
        try fixture.folder.write(Data(), to: "b/c.tif")
        let valid = try MosaicDescription(MosaicList(path))
        #expect(!valid.members.isEmpty)
        let fuzzing = Fuzzing(name, seed: 20_261_127, count: 10_000)
        var reached = 0
        try fuzzing.run(
            prepare: { _, damage in try fixture.folder.write(Data(damage.damaged(text: bytes)), to: name) },
            isExpected: { $0 is CodecError },
            { _ in
                let description = try MosaicDescription(MosaicList(path))
                reached += 1
                for member in description.members { #expect(!member.path.isEmpty) }
            })
        fuzzing.expect(reached: reached, atLeast: 3)
    }
}

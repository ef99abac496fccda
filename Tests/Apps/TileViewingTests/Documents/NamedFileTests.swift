import Foundation
import Georeferencing
import ImageCodecs
import ImageMetadata
import PixelKernels
import TestLimits
import TestSupport
import Testing
import TilePyramid

@testable import TileStores
@testable import TileViewing

/// Files that name others: what they name is not opened, not requested, and not shown.
@Suite(.timeLimited) struct NamedFileTests {
    private let stage: NamedFileStage

    init() throws { stage = try NamedFileStage() }

    @Test func `the stage notices that a file is opened, a server asked, and red shown`() throws {
        #expect(try stage.noticesReading())
        let png = Data(NamedFileStage.red).base64EncodedString()
        try stage.write(svg(#"<image width="40" height="40" href="data:image/png;base64,\#(png)"/>"#), to: "a.svg")
        #expect(NamedFileStage.isRed(try DecodedImage(openImage(.file(stage.folder.path("a.svg"))))))
    }

    // MARK: Images

    private func svg(_ content: String, before: String = "") -> String {
        """
        \(before)<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="40" height="40"
        xmlns:xi="http://www.w3.org/2001/XInclude"><rect width="40" height="40" fill="blue"/>\(content)</svg>
        """
    }

    @Test func `an SVG names nothing: not by href, in its styles, by XInclude or in its document type`() throws {
        for name in stage.names(of: "named/red.png") + stage.names(of: "named/red.svg") {
            for content in [
                #"<image href="\#(name)" width="40" height="40"/>"#,
                #"<image xlink:href="\#(name)" width="40" height="40"/>"#,
                #"<use href="\#(name)#r"/>"#,
                #"<style>@import url("\#(name)"); rect { fill: url("\#(name)#r") }</style>"#,
                #"<style>@font-face { font-family: f; src: url("\#(name)") }</style><text y="30" font-family="f">a</text>"#,
                #"<filter id="f"><feImage href="\#(name)"/></filter><rect width="40" height="40" filter="url(#f)"/>"#,
                #"<xi:include href="\#(name)"/>"#, #"<xi:include href="\#(name)" parse="text"/>"#,
                #"<foreignObject width="40" height="40"><img xmlns="http://www.w3.org/1999/xhtml" src="\#(name)"/></foreignObject>"#,
            ] {
                try stage.write(svg(content), to: "a.svg")
                try stage.expectNothingNamed(inImage: "a.svg", content)
            }
            try stage.write(svg("", before: #"<?xml-stylesheet href="\#(name)"?>"#), to: "a.svg")
            try stage.expectNothingNamed(inImage: "a.svg", "stylesheet \(name)")
        }
        for name in stage.names(of: "named/secret.txt") {
            for declaration in [
                #"[<!ENTITY a SYSTEM "\#(name)">]"#, #"SYSTEM "\#(name)""#, #"[<!ENTITY % a SYSTEM "\#(name)"> %a;]"#,
            ] {
                try stage.write(svg("<text y='30'>&a;</text>", before: "<!DOCTYPE svg \(declaration)>"), to: "a.svg")
                _ = try? DecodedImage(openImage(.file(stage.folder.path("a.svg"))))
                _ = try? Document(opening: stage.folder.path("a.svg"))
                stage.expectUnnoticed(declaration)
            }
        }
    }

    /// A PDF of one blue page, whose catalog, page and object are given.
    private func pdf(catalog: String, page: String, object: String) -> String {
        let content = "0 0 1 rg 0 0 40 40 re f q 40 0 0 40 0 0 cm /X Do Q"
        return """
            %PDF-1.6
            1 0 obj <</Type/Catalog/Pages 2 0 R \(catalog)>> endobj
            2 0 obj <</Type/Pages/Kids[3 0 R]/Count 1>> endobj
            3 0 obj <</Type/Page/Parent 2 0 R/MediaBox[0 0 40 40]/Contents 4 0 R/Resources<</XObject<</X 5 0 R>>>>\(page)>> endobj
            4 0 obj <</Length \(content.utf8.count)>> stream
            \(content)
            endstream endobj
            5 0 obj \(object) endobj
            trailer <</Root 1 0 R/Size 6>>
            %%EOF
            """
    }

    @Test func `a PDF names nothing: not as a stream, a page of another file, an action or a form`() throws {
        let empty = "<</Type/XObject/Subtype/Form/BBox[0 0 1 1]/Length 0>> stream\n\nendstream"
        for name in stage.names(of: "named/red.png") {
            let file = "<</Type/Filespec/F(\(name))/UF(\(name))>>"
            let image = "/Type/XObject/Subtype/Image/Width 8/Height 8/BitsPerComponent 8/ColorSpace/DeviceRGB"
            let form = "/Type/XObject/Subtype/Form/BBox[0 0 1 1]"
            let end = "/Length 0>> stream\n\nendstream"
            for (catalog, page, object) in [
                ("", "", "<<\(image)/F(\(name))\(end)"), ("", "", "<<\(image)/F \(file)/FFilter/DCTDecode\(end)"),
                ("", "", "<<\(image)/F<</FS/URL/F(\(name))>>\(end)"),
                ("", "", "<<\(form)/F \(file)\(end)"), ("", "", "<<\(form)/Ref<</F \(file)/Page 0>>\(end)"),
                ("", "", "<<\(image)/Alternates[<</Image<<\(image)/F \(file)>>/DefaultForPrinting true>>]\(end)"),
                ("/OpenAction<</S/GoToR/F \(file)/D[0/Fit]>>", "", empty),
                ("/OpenAction<</S/Launch/F \(file)>>", "", empty), ("/OpenAction<</S/URI/URI(\(name))>>", "", empty),
                ("/OpenAction<</S/SubmitForm/F<</FS/URL/F(\(name))>>>>", "", empty),
                ("/OpenAction<</S/ImportData/F \(file)>>", "", empty),
                ("/AcroForm<</XFA 5 0 R>>", "", "<<\(form)/F \(file)\(end)"),
                ("", "/AA<</O<</S/Launch/F \(file)>>>>", empty),
                ("", "/Annots[<</Type/Annot/Subtype/Movie/Rect[0 0 40 40]/Movie<</F \(file)/Poster true>>>>]", empty),
            ] {
                try Data(pdf(catalog: catalog, page: page, object: object).utf8)
                    .write(to: URL(fileURLWithPath: stage.folder.path("a.pdf")))
                try stage.expectNothingNamed(inImage: "a.pdf", "\(catalog)\(page)\(object)")
            }
        }
    }

    /// A gray TIFF with texts in its tags.
    private func tiff(_ tags: [Int: String]) -> [UInt8] {
        var page = TIFFFixture(width: 8, height: 8) { x, y, _ in UInt64(x + y) }
        page.tags = tags.mapValues { .text($0) }
        return page.encoded()
    }

    @Test func `a VRT in the tags of a TIFF names nothing`() throws {
        for name in stage.names(of: "named/red.tif") {
            let vrt = """
                <VRTDataset rasterXSize="8" rasterYSize="8"><VRTRasterBand dataType="Byte" band="1"><SimpleSource>
                <SourceFilename relativeToVRT="1">\(name)</SourceFilename><SourceBand>1</SourceBand></SimpleSource>
                </VRTRasterBand></VRTDataset>
                """
            let metadata =
                "<GDALMetadata><Item name=\"a\" domain=\"xml:VRT\">\(vrt)</Item><Item name=\"FILE\">\(name)</Item></GDALMetadata>"
            for tags in [[270: vrt], [42112: vrt], [42112: metadata], [700: vrt], [269: name]] {
                try stage.folder.write(Data(tiff(tags)), to: "a.tif")
                let image = try stage.expectNothingNamed(inImage: "a.tif", "\(tags)")
                #expect(image.difference { x, y, _ in x + y } == 0)
                try stage.expectNothingNamed(inPyramid: "a.tif", "\(tags)")
            }
            // A no-data value that is not a number is an error, which opens nothing.
            try stage.folder.write(Data(tiff([42113: name])), to: "a.tif")
            #expect(throws: (any Error).self) { try DecodedImage(openImage(.file(stage.folder.path("a.tif")))) }
            stage.expectUnnoticed("no-data value \(name)")
            // The text alone is not a list, whatever its name.
            try stage.write(vrt, to: "a.tif")
            #expect(throws: (any Error).self) { try openImage(.file(stage.folder.path("a.tif"))) }
            stage.expectUnnoticed(vrt)
        }
    }

    @Test func `an OME-TIFF names no other file of its series, and no companion`() throws {
        for name in stage.names(of: "named/red.tif") {
            let uuid = #"<UUID FileName="\#(name)">urn:uuid:1</UUID>"#
            let pixels =
                #"<Pixels ID="P:0" DimensionOrder="XYCZT" Type="uint8" SizeX="8" SizeY="8" SizeZ="2" SizeC="1" SizeT="1">"#
            for content in [
                "<Image ID=\"I:0\">\(pixels)<TiffData IFD=\"0\"/><TiffData IFD=\"0\" FirstZ=\"1\">\(uuid)</TiffData></Pixels>"
                    + "</Image>",
                #"<BinaryOnly MetadataFile="\#(name)" UUID="urn:uuid:2"/>"#,
                #"<Image ID="I:0">\#(pixels)<BinData><External href="\#(name)" SHA1="0"/></BinData></Pixels></Image>"#,
                "<StructuredAnnotations><FileAnnotation ID=\"A:0\"><BinaryFile FileName=\"\(name)\" Size=\"1\"/>"
                    + "</FileAnnotation></StructuredAnnotations>",
            ] {
                let text = #"<OME xmlns="http://www.openmicroscopy.org/Schemas/OME/2016-06">\#(content)</OME>"#
                var pages = [0, 1].map { number in
                    TIFFFixture(width: 8, height: 8) { x, y, _ in UInt64(x + y + number) }
                }
                pages[0].tags[270] = .text(text)
                try stage.folder.write(Data(TIFFFixture.encode(pages)), to: "a.ome.tif")
                let image = try stage.expectNothingNamed(inImage: "a.ome.tif", content)
                #expect(image.difference { x, y, _ in x + y } == 0)
            }
        }
    }

    @Test func `what lies beside an image names nothing`() throws {
        for name in stage.names(of: "named/secret.txt") {
            let system =
                #"GEOGCS["a",DATUM["b",SPHEROID["c",6377397.155,299.15]],PRIMEM["Greenwich",0],"#
                + #"UNIT["degree",0.0174532925199433],EXTENSION["PROJ4","+proj=longlat +ellps=bessel +nadgrids=\#(name)"]]"#
            let escaped = system.replacing("\"", with: "&quot;")
            for (side, text) in [
                ("a.prj", system), ("a.prj", "+init=\(name):a"), ("a.prj", name), ("a.tfw", name),
                ("a.tif.aux.xml", "<PAMDataset><SRS>\(escaped)</SRS></PAMDataset>"),
                ("a.tif.aux.xml", "<PAMDataset><SRS>+init=\(name):a</SRS></PAMDataset>"),
                (
                    "a.tif.aux.xml",
                    "<PAMDataset><Metadata><MDI key=\"OVERVIEW_FILE\">\(name)</MDI></Metadata></PAMDataset>"
                ),
                (
                    "a.tif.aux.xml",
                    "<!DOCTYPE a [<!ENTITY a SYSTEM \"\(name)\">]><PAMDataset><SRS>&a;</SRS></PAMDataset>"
                ),
                (
                    "a.tif.aux.xml",
                    "<VRTDataset><OverviewList><SourceFilename>\(name)</SourceFilename></OverviewList></VRTDataset>"
                ),
                ("a.tif.msk", name), ("a.tif.ovr", name),
            ] {
                try stage.folder.write(Data(tiff([:])), to: "a.tif")
                try stage.write("1\n0\n0\n-1\n0\n0\n", to: "a.tfw")
                try stage.write(text, to: side)
                _ = try? stage.expectNothingNamed(inImage: "a.tif", "\(side): \(text)")
                _ = try? StatedGeoreference.read(.file(stage.folder.path("a.tif")))
                stage.expectUnnoticed("\(side): \(text)")
                for other in ["a.prj", "a.tfw", "a.tif.aux.xml", "a.tif.msk", "a.tif.ovr"] {
                    try? stage.folder.remove(other)
                }
            }
            // The same system in a citation of a GeoTIFF.
            var page = TIFFFixture(width: 8, height: 8) { x, y, _ in UInt64(x + y) }
            page.tags[33550] = .doubles([1, 1, 0])
            page.tags[33922] = .doubles([0, 0, 0, 9, 50, 0])
            page.tags[34735] = .shorts([1, 1, 0, 2, 1024, 0, 1, 2, 1026, 34737, system.utf8.count + 1, 0])
            page.tags[34737] = .text(system + "|")
            try stage.folder.write(Data(page.encoded()), to: "a.tif")
            try stage.expectNothingNamed(inImage: "a.tif", system)
        }
    }

    @Test func `annotations name nothing`() throws {
        for name in stage.names(of: "named/red.png") {
            let feature =
                #"{"type": "Feature", "geometry": {"type": "Point", "coordinates": [1, 2]}, "properties": {"#
                + #""name": "<img src='\#(name)'>", "icon": "\#(name)", "marker-symbol": "\#(name)", "#
                + #""links": [{"href": "\#(name)"}], "@context": "\#(name)", "$ref": "\#(name)"}}"#
            for text in [
                #"{"type": "FeatureCollection", "features": [\#(feature)], "crs": {"type": "link", "properties": {"href": "\#(name)"}}}"#,
                #"{"type": "FeatureCollection", "@context": "\#(name)", "features": [\#(feature)], "links": [{"rel": "next", "href": "\#(name)"}]}"#,
                #"{"type": "FeatureCollection", "generator": "tileview", "features": [\#(feature)], "tileview": "#
                    + #"{"image": "\#(name)", "width": 4, "height": 4}}"#,
            ] {
                try stage.write(text, to: "notes.geojson")
                var file = AnnotationFile(
                    imagePath: stage.folder.path("a.png"), imageSize: PixelSize(width: 4, height: 4),
                    chosenPath: stage.folder.path("notes.geojson"))
                let document = try #require(try file.read())
                #expect(document.text(in: .pixels).contains("links") == true)
                stage.expectUnnoticed(text)
            }
        }
    }
}

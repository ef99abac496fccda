/// An intact description of each kind.
public enum DescriptionFixture: String, Sendable, CaseIterable {
    /// Deep Zoom in XML, of a sparse image, and in a call with JSON.
    case deepZoom, deepZoomJSON
    /// Zoomify.
    case zoomify
    /// IIIF with regions, and with tiles.
    case iiif2, iiif3
    /// Map tiles.
    case tileJSON, tileMap, wmts
    /// Map tiles with quadkeys, with scales that do not halve, and of ArcGIS.
    case quadkeys, scales, arcGIS

    /// The name of the file.
    public var name: String {
        switch self {
        case .deepZoom: "big.dzi"
        case .deepZoomJSON: "big.js"
        case .zoomify: "ImageProperties.xml"
        case .iiif2, .iiif3: "info.json"
        case .tileJSON: "tiles.json"
        case .tileMap: "tilemapresource.xml"
        case .wmts: "wmts.xml"
        case .quadkeys: "quadkeys.json"
        case .scales: "scales.xml"
        case .arcGIS: "MapServer"
        }
    }

    /// The contents of the file.
    public var text: String {
        switch self {
        case .deepZoom:
            """
            <Image TileSize="16" Overlap="1" Format="png" xmlns="http://schemas.microsoft.com/deepzoom/2008">
            <Size Width="40" Height="24"/><DisplayRects><DisplayRect MinLevel="2" MaxLevel="6"><Rect X="3" Y="4"
            Width="20" Height="10"/></DisplayRect></DisplayRects></Image>
            """
        case .deepZoomJSON:
            """
            call({"Image": {"Url": "http://example.org/b/", "Format": "png", "Overlap": "0", "TileSize": 16,
            "Size": {"Width": "40", "Height": 24}}});
            """
        case .zoomify:
            #"<IMAGE_PROPERTIES WIDTH="40" HEIGHT="24" NUMTILES="9" NUMIMAGES="1" VERSION="1.8" TILESIZE="16"/>"#
        case .iiif2:
            """
            {"@context": "http://iiif.io/api/image/2/context.json", "@id": "http://example.org/a", "width": 40,
            "height": 24, "profile": ["http://iiif.io/api/image/2/level2.json", {"formats": ["png", "jpg"],
            "maxWidth": 30, "maxArea": 500}], "sizes": [{"width": 10, "height": 6}]}
            """
        case .iiif3:
            """
            {"@context": "http://iiif.io/api/image/3/context.json", "id": "https://example.org/big", "type":
            "ImageService3", "profile": "level0", "width": 40, "height": 24, "preferredFormats": ["png"],
            "tiles": [{"width": 16, "height": 16, "scaleFactors": [1, 2, 4]}], "sizes": [{"width": 10, "height": 6}]}
            """
        case .tileJSON:
            """
            {"tilejson": "3.0.0", "tiles": ["../{s}/{z}/{x}/{y}.png"], "minzoom": 0, "maxzoom": 2, "scheme": "tms",
            "bounds": [-10.5, -20, 30, 40.25], "center": [0, 0, 1], "attribution": "<a href='b'>&copy; words</a>",
            "tileSize": 256}
            """
        case .tileMap:
            """
            <TileMap version="1.0.0" tilemapservice="http://tms.osgeo.org/1.0.0"><Title>big</Title><SRS>EPSG:3857</SRS>
            <BoundingBox minx="-20037508.34" miny="-9000000" maxx="20037508.34" maxy="20037508.34"/>
            <Origin x="-20037508.34" y="-20037508.34"/><TileFormat width="16" height="16" extension="png"/>
            <TileSets profile="mercator"><TileSet href="0" units-per-pixel="2504688.5428" order="0"/>
            <TileSet href="http://example.org/b/1" units-per-pixel="1252344.2714" order="1"/></TileSets></TileMap>
            """
        case .wmts:
            """
            <Capabilities xmlns:ows="http://www.opengis.net/ows/1.1" xmlns:xlink="http://www.w3.org/1999/xlink">
            <ows:OperationsMetadata><ows:Operation name="GetTile"><ows:DCP><ows:HTTP><ows:Get xlink:href="/wmts?a=b"/>
            </ows:HTTP></ows:DCP></ows:Operation></ows:OperationsMetadata><Contents><Layer><ows:Identifier>a</ows:Identifier>
            <ows:WGS84BoundingBox><ows:LowerCorner>5 45</ows:LowerCorner><ows:UpperCorner>15 55</ows:UpperCorner>
            </ows:WGS84BoundingBox><Style><ows:Identifier>b</ows:Identifier></Style><Format>image/png</Format>
            <Dimension><ows:Identifier>time</ows:Identifier><Default>1</Default></Dimension><TileMatrixSetLink>
            <TileMatrixSet>s</TileMatrixSet><TileMatrixSetLimits><TileMatrixLimits><TileMatrix>1</TileMatrix><MinTileRow>0
            </MinTileRow><MaxTileRow>1</MaxTileRow><MinTileCol>0</MinTileCol><MaxTileCol>1</MaxTileCol></TileMatrixLimits>
            </TileMatrixSetLimits></TileMatrixSetLink><ResourceURL format="image/png" resourceType="tile"
            template="/t/{TileMatrix}/{TileRow}/{TileCol}.png"/></Layer><TileMatrixSet><ows:Identifier>s</ows:Identifier>
            <ows:SupportedCRS>urn:ogc:def:crs:EPSG::3857</ows:SupportedCRS><TileMatrix><ows:Identifier>0</ows:Identifier>
            <ScaleDenominator>8945316224.459484</ScaleDenominator><TopLeftCorner>-20037508.3428 20037508.3428</TopLeftCorner>
            <TileWidth>16</TileWidth><TileHeight>16</TileHeight><MatrixWidth>1</MatrixWidth><MatrixHeight>1</MatrixHeight>
            </TileMatrix><TileMatrix><ows:Identifier>1</ows:Identifier><ScaleDenominator>4472658112.229742</ScaleDenominator>
            <TopLeftCorner>-20037508.3428 20037508.3428</TopLeftCorner><TileWidth>16</TileWidth><TileHeight>16</TileHeight>
            <MatrixWidth>2</MatrixWidth><MatrixHeight>2</MatrixHeight></TileMatrix></TileMatrixSet></Contents></Capabilities>
            """
        case .quadkeys:
            """
            {"tilejson": "3.0.0", "tiles": ["t{ratio}/{quadkey}.png", "w?b={bbox-epsg-3857}"], "minzoom": 1,
            "maxzoom": 30, "vector_layers": []}
            """
        case .scales:
            """
            <Capabilities xmlns:ows="http://www.opengis.net/ows/1.1"><Contents><Layer><ows:Identifier>a</ows:Identifier>
            <Format>image/png</Format><TileMatrixSetLink><TileMatrixSet>s</TileMatrixSet></TileMatrixSetLink>
            <ResourceURL format="image/png" resourceType="tile" template="/t/{TileMatrix}/{TileRow}/{TileCol}.png"/>
            </Layer><TileMatrixSet><ows:Identifier>s</ows:Identifier><ows:SupportedCRS>EPSG:2056</ows:SupportedCRS>
            <TileMatrix><ows:Identifier>0</ows:Identifier><ScaleDenominator>17857.1428571</ScaleDenominator>
            <TopLeftCorner>0 80</TopLeftCorner><TileWidth>16</TileWidth><TileHeight>16</TileHeight>
            <MatrixWidth>1</MatrixWidth><MatrixHeight>1</MatrixHeight></TileMatrix><TileMatrix><ows:Identifier>1
            </ows:Identifier><ScaleDenominator>7142.85714286</ScaleDenominator><TopLeftCorner>0 64</TopLeftCorner>
            <TileWidth>16</TileWidth><TileHeight>16</TileHeight><MatrixWidth>2</MatrixWidth><MatrixHeight>2</MatrixHeight>
            </TileMatrix></TileMatrixSet></Contents></Capabilities>
            """
        case .arcGIS:
            """
            {"currentVersion": 10.81, "mapName": "a", "copyrightText": "b", "singleFusedMapCache": true, "tileInfo":
            {"rows": 16, "cols": 16, "format": "PNG", "origin": {"x": -400, "y": 800}, "spatialReference": {"wkid": 27700},
            "lods": [{"level": 0, "resolution": 10, "scale": 1}, {"level": 2, "resolution": 4, "scale": 1}]},
            "fullExtent": {"xmin": 0, "ymin": 0, "xmax": 300, "ymax": 500, "spatialReference": {"wkid": 27700}},
            "minLOD": 0, "maxLOD": 9}
            """
        }
    }
}
